import { Divider, Skeleton, Stack, Text } from '@mantine/core';
import { type PushKind, pushKinds } from '@marketplace/shared/push/constants';
import type { PushDeviceView } from '@marketplace/shared/push/schemas';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Loaded, SettingSwitch, SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { useHydrated } from '../../ui/store.ts';
import { usePush } from './use-push.ts';

/** The settings for notifications on this device. */
export function PushSettings() {
  return (
    <SettingsSection title="Notifications">
      {useHydrated() ? <Device /> : <Skeleton height={height} />}
    </SettingsSection>
  );
}

const height = 46;

export const deniedText =
  'Your browser blocks notifications from this site. Allow them in its settings for this site, then come back.';

function Device() {
  const { support, isDenied, settings, device, turnOn, turnOff } = usePush();
  if (support !== 'yes') {
    return (
      <Text c="dimmed">
        {support === 'install'
          ? 'On an iPhone or iPad, add this site to your Home Screen first: tap Share, then Add to Home Screen. Open it from there to turn on notifications.'
          : "This browser can't show notifications."}
      </Text>
    );
  }
  if (isDenied) return <Text c="dimmed">{deniedText}</Text>;
  const isChanging = turnOn.isPending || turnOff.isPending;
  const failed = turnOn.error ?? turnOff.error;
  return (
    <Loaded query={settings} height={height}>
      {() => (
        <Stack gap="lg">
          <SettingSwitch
            label="Notify me on this device"
            description="Also when the marketplace isn't open. Ends when you sign out."
            checked={turnOn.isPending || (!turnOff.isPending && Boolean(device))}
            disabled={isChanging}
            isSaved={Boolean(device) && turnOn.isSuccess}
            failure={failed ? errorMessage(failed, turnOnFailed) : undefined}
            onChange={(on) => {
              turnOn.reset();
              turnOff.reset();
              if (on) turnOn.mutate();
              else turnOff.mutate();
            }}
          />
          {device && !turnOff.isPending && <Choices device={device} />}
        </Stack>
      )}
    </Loaded>
  );
}

export const turnOnFailed =
  "We couldn't change this. Your browser's notification service may be out of reach. Please try again.";

const kindTexts: Record<PushKind, { label: string; description: string }> = {
  messages: { label: 'Messages', description: 'When someone messages you.' },
  deals: { label: 'Deals', description: 'Offers, reservations, meetups, and sales.' },
  alerts: {
    label: 'Alerts',
    description: 'New listings for your saved searches, and price drops.',
  },
  reminders: { label: 'Reminders', description: 'Before a meetup.' },
};

function Choices({ device }: { device: PushDeviceView }) {
  return (
    <>
      <Divider />
      {pushKinds.map((kind) => (
        <Choice
          key={kind}
          {...kindTexts[kind]}
          isChosen={({ kinds }) => kinds.includes(kind)}
          device={device}
          change={({ kinds }, on) => ({
            kinds: on ? [...kinds, kind] : kinds.filter((one) => one !== kind),
          })}
        />
      ))}
      <Divider />
      <Choice
        label="Show details"
        description="What the message says, or which listing it is. Anyone who sees your screen can read it."
        isChosen={({ details }) => details}
        device={device}
        change={(_, details) => ({ details })}
      />
    </>
  );
}

interface ChoiceProps extends Record<'label' | 'description', string> {
  device: PushDeviceView;
  isChosen: (device: PushDeviceView) => boolean;
  /** Returns the settings to save when the choice is turned on or off. */
  change: (device: PushDeviceView, on: boolean) => Partial<PushDeviceView>;
}

function Choice({ device, isChosen, change, ...texts }: ChoiceProps) {
  const { settings } = trpc.useUtils().push;
  const update = trpc.push.update.useMutation({
    // Updates run one after the other, so that the last choice wins.
    scope: { id: 'push' },
    async onMutate(choices) {
      await settings.cancel();
      settings.setData(undefined, (now) =>
        now?.device ? { device: { ...now.device, ...(choices as Partial<PushDeviceView>) } } : now,
      );
    },
    onError: () => settings.invalidate(),
  });
  const failed = "We couldn't save this setting. Please try again.";
  return (
    <SettingSwitch
      {...texts}
      checked={isChosen(device)}
      isSaved={update.isSuccess}
      failure={update.error ? errorMessage(update.error, failed) : undefined}
      onChange={(on) => update.mutate(change(device, on))}
    />
  );
}
