import { Button, Stack, Text } from '@mantine/core';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useSignOut } from '../auth/use-sign-out.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Whose account it is, and how to sign out, of this device too. */
export function SignOutSection() {
  const user = useCurrentUser();
  const signOut = useSignOut();
  return (
    <SettingsSection title="Signed in as">
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {user?.email}
      </Text>
      <Stack gap="lg" align="flex-start">
        <div>
          <Text mb="xs">
            Sign out here. On a trusted device your email address is enough to come back.
          </Text>
          <Button
            variant="default"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate({ forgetDevice: false })}
          >
            Sign out
          </Button>
        </div>
        <div>
          <Text mb="xs">
            Sign out and forget this device. The next sign-in here needs a code again.
          </Text>
          <Button
            variant="default"
            disabled={signOut.isPending}
            onClick={() => signOut.mutate({ forgetDevice: true })}
          >
            Sign out and forget this device
          </Button>
        </div>
      </Stack>
    </SettingsSection>
  );
}
