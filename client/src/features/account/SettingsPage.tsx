import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useSignOut } from '../auth/use-sign-out.ts';

/** How the signed-in sign out, of this device too. */
export function Component() {
  const user = useCurrentUser();
  const signOut = useSignOut();
  return (
    <PageContainer size={768}>
      <Title order={1} mb="lg">
        Settings
      </Title>
      <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
        <Title order={2} size="h4">
          Signed in as
        </Title>
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
      </Paper>
    </PageContainer>
  );
}
