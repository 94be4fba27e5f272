import { Badge, Button, Group, Radio, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import type { DevicesView } from '@marketplace/shared/account/schemas';
import { signOutTexts } from '@marketplace/shared/outcomes/sign-in';
import { trpc } from '../../api/trpc.ts';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../ui/settings/SettingsSection.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons/page-icons.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import { toastFailure } from '../../api/failure.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useSessionEnd, useSignOut } from './use-sign-out.ts';

/** The user's sessions and trusted browsers, each with a button to end it, and the sign-out. */
export function Devices() {
  const devices = trpc.account.sessions.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <>
      <SettingsSection title="Devices and sessions" text="Where you're signed in right now.">
        <Loaded query={devices} height={44}>
          {({ sessions }) => <Sessions sessions={sessions} />}
        </Loaded>
      </SettingsSection>
      {devices.data && devices.data.trustedDevices.length > 0 && (
        <SettingsSection
          title="Trusted devices"
          text="You can sign in on these devices without a code."
        >
          <TrustedDevices trustedDevices={devices.data.trustedDevices} />
        </SettingsSection>
      )}
      <SignOut isTrusted={devices.data?.trustedDevices.some(({ current }) => current) ?? false} />
    </>
  );
}

function Sessions({ sessions }: Pick<DevicesView, 'sessions'>) {
  const ending = trpc.account.revokeSession.useMutation(useEnding());
  return (
    <SettingsList label="Signed in">
      {sessions.map((session) => (
        <DeviceRow
          key={session.id}
          {...session}
          line={`Signed in on ${dateText(session.createdAt)} · ${lastUseText(session)}`}
          action={session.current ? undefined : 'End session'}
          ending={ending}
        />
      ))}
    </SettingsList>
  );
}

function TrustedDevices({ trustedDevices }: Pick<DevicesView, 'trustedDevices'>) {
  const forget = trpc.account.forgetDevice.useMutation(useEnding());
  return (
    <SettingsList label="Trusted devices">
      {trustedDevices.map((trusted) => (
        <DeviceRow
          key={trusted.id}
          {...trusted}
          line={`Trusted since ${dateText(trusted.createdAt)} · last used on ${dateText(trusted.lastUsedAt)}`}
          action="Forget"
          ending={forget}
        />
      ))}
    </SettingsList>
  );
}

/** Returns the options of a mutation that ends a session or a trust: refetch both lists. */
function useEnding() {
  const { sessions } = trpc.useUtils().account;
  const focusHeading = useFocusHeading();
  return {
    async onSuccess() {
      await sessions.invalidate();
      focusHeading();
    },
    async onError(error: unknown) {
      toastFailure(error, { message: 'Something went wrong. Please try again.' });
      await sessions.invalidate();
    },
  };
}

/** Returns 'active recently' within two hours, since the server records use only once an hour. */
function lastUseText({ current, lastSeenAt }: DevicesView['sessions'][number]): string {
  if (current) return 'active now';
  const hours = (Date.now() - Date.parse(lastSeenAt)) / 3_600_000;
  return hours < 2 ? 'active recently' : `last active on ${dateText(lastSeenAt)}`;
}

interface Props extends Pick<DevicesView['sessions'][number], 'id' | 'device' | 'current'> {
  line: string;
  /** Label of the button. Undefined for none. */
  action: string | undefined;
  ending: { isPending: boolean; mutate: (input: { id: string }) => void };
}

function DeviceRow({ id, device, current, line, action, ending }: Props) {
  const Icon = /iPhone|iPad|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <SettingsRow
      icon={
        <Icon
          size={24}
          stroke={1.5}
          color="var(--mantine-color-dimmed)"
          style={{ flex: 'none' }}
          aria-hidden
        />
      }
      title={
        <Group style={{ gap: '0.125rem 0.5rem' }}>
          {device}
          {current && (
            <Badge variant="light" size="sm" tt="none">
              This device
            </Badge>
          )}
        </Group>
      }
      text={line}
    >
      {action && (
        <Button
          variant="default"
          size="xs"
          aria-label={`${action}: ${device}`}
          disabled={ending.isPending}
          onClick={() => ending.mutate({ id })}
        >
          {action}
        </Button>
      )}
    </SettingsRow>
  );
}

/** The sign-out form of the settings: on this device, with or without its trust, or everywhere. */
function SignOut({ isTrusted }: { isTrusted: boolean }) {
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
