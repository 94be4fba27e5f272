import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useRef } from 'react';
import type { DevicesView } from '@marketplace/shared/account/schemas';
import { signOutTexts } from '@marketplace/shared/outcomes/sign-in';
import { trpc } from '../../api/trpc.ts';
import { Loaded, SettingsList, SettingsRow, SettingsSection } from '../../ui/SettingsSection.tsx';
import { dateText } from '../../ui/time-text.ts';
import { toastFailure } from '../../api/failure.ts';
import { useSessionEnd } from './use-sign-out.ts';

/** The user's sessions and trusted browsers, each with a button to end it. */
export function Devices() {
  const heading = useRef<HTMLHeadingElement>(null);
  const devices = trpc.account.sessions.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SettingsSection title="Devices and sessions" headingRef={heading}>
      <Loaded query={devices} height={120}>
        {(data) => <Lists devices={data} onEnded={() => heading.current?.focus()} />}
      </Loaded>
    </SettingsSection>
  );
}

function Lists({ devices, onEnded }: { devices: DevicesView; onEnded: () => void }) {
  const { sessions, trustedDevices } = devices;
  const revoke = useEnding(trpc.account.revokeSession, onEnded);
  const forget = useEnding(trpc.account.forgetDevice, onEnded);
  return (
    <Stack gap="lg">
      <div>
        <SettingsList label="Signed in">
          {sessions.map(({ id, device, current, createdAt, lastSeenAt }) => (
            <DeviceRow
              key={id}
              device={device}
              current={current}
              line={`Signed in on ${dateText(createdAt)} · ${current ? 'active now' : lastUseText(lastSeenAt)}`}
              action={current ? undefined : 'Sign out'}
              disabled={revoke.isPending}
              onAct={() => revoke.mutate({ id })}
            />
          ))}
        </SettingsList>
      </div>
      {trustedDevices.length > 0 && (
        <div>
          <Text fw={600}>Trusted devices</Text>
          <Text c="dimmed" size="xs">
            They sign in with your email address alone, without a code.
          </Text>
          <SettingsList label="Trusted devices">
            {trustedDevices.map(({ id, device, current, createdAt, lastUsedAt }) => (
              <DeviceRow
                key={id}
                device={device}
                current={current}
                line={`Trusted since ${dateText(createdAt)} · last used on ${dateText(lastUsedAt)}`}
                action="Forget"
                disabled={forget.isPending}
                onAct={() => forget.mutate({ id })}
              />
            ))}
          </SettingsList>
        </div>
      )}
      <SignOutEverywhere />
    </Stack>
  );
}

type Ending = typeof trpc.account.revokeSession | typeof trpc.account.forgetDevice;

/** Ends a session or a trust, and refetches the lists. */
function useEnding(ending: Ending, onEnded: () => void) {
  const { sessions } = trpc.useUtils().account;
  return ending.useMutation({
    async onSuccess() {
      await sessions.invalidate();
      // The button that had the focus is gone.
      onEnded();
    },
    async onError(error) {
      toastFailure(error, { message: 'This could not be done. Please try again.' });
      await sessions.invalidate();
    },
  });
}

function SignOutEverywhere() {
  const sessionEnd = useSessionEnd({
    title: 'Signed out of all devices',
    message: 'Every device needs a code to sign in again. Your API tokens are revoked.',
  });
  const signOut = trpc.account.signOutEverywhere.useMutation({
    ...sessionEnd,
    onError: (error) => toastFailure(error, signOutTexts.failed),
  });
  return (
    <div>
      <Text mb="xs">
        Sign out here and on every other device. This also removes all trusted devices and revokes
        all API tokens.
      </Text>
      <Button variant="default" disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        {signOut.isPending ? 'Signing out...' : 'Sign out of all devices'}
      </Button>
    </div>
  );
}

/** Use is noted once an hour. */
function lastUseText(time: string): string {
  const hours = (Date.now() - Date.parse(time)) / 3_600_000;
  return hours < 2 ? 'active recently' : `last active on ${dateText(time)}`;
}

interface Props {
  device: string;
  /** This browser. */
  current: boolean;
  line: string;
  /** Label of the button, if any. */
  action: string | undefined;
  disabled: boolean;
  onAct: () => void;
}

function DeviceRow({ device, current, line, action, disabled, onAct }: Props) {
  const isSmall = /iPhone|iPad|Android/.test(device);
  const Icon = isSmall ? IconDeviceMobile : IconDeviceDesktop;
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
          aria-label={`${action} ${device}`}
          disabled={disabled}
          onClick={onAct}
        >
          {action}
        </Button>
      )}
    </SettingsRow>
  );
}
