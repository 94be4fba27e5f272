import '@mantine/core/styles/Radio.layer.css';
import { Button, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { signOutTexts } from '@marketplace/shared/outcomes/sign-in';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useSessionEnd, useSignOut } from './use-sign-out.ts';

/** The sign-out form of the settings: on this device, with or without its trust, or everywhere. */
export function SignOut({ isTrusted }: { isTrusted: boolean }) {
  const user = useCurrentUser();
  const [from, setFrom] = useState('here');
  const here = useSignOut();
  const everywhere = trpc.account.signOutEverywhere.useMutation({
    ...useSessionEnd({
      title: 'Signed out of all devices',
      message: "You'll need a code to sign in on any device. All API tokens were revoked.",
    }),
    onError: (error) => toastFailure(error, signOutTexts.failed),
  });
  const isPending = here.isPending || everywhere.isPending;
  const signOut = () => {
    if (from === 'everywhere') everywhere.mutate();
    else here.mutate({ forgetDevice: from === 'forget' });
  };
  const ways = [
    {
      value: 'here',
      title: 'This device',
      text: isTrusted
        ? "You won't need a code to sign back in: this device stays trusted."
        : "You'll need a code to sign back in.",
    },
    ...(isTrusted ? [forgetting] : []),
    {
      value: 'everywhere',
      title: 'All devices',
      text: 'Ends every session, removes all trusted devices, and revokes all API tokens.',
    },
  ];
  return (
    <SettingsSection title="Sign out" text={`You're signed in as ${user?.email}.`}>
      <Radio.Group aria-label="Sign out of" value={from} onChange={setFrom}>
        <Stack gap="sm">
          {ways.map(({ value, title, text }) => (
            <Radio
              key={value}
              value={value}
              label={
                <>
                  {title}
                  <Text span display="block" size="xs" c="dimmed">
                    {text}
                  </Text>
                </>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      <Button variant="default" mt="lg" disabled={isPending} onClick={signOut}>
        {isPending ? 'Signing out...' : 'Sign out'}
      </Button>
    </SettingsSection>
  );
}

const forgetting = {
  value: 'forget',
  title: 'This device, and forget it',
  text: "You'll need a code the next time you sign in here.",
};
