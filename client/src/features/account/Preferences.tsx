import { SegmentedControl, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { colorSchemes, useColorScheme } from '../../ui/color-scheme.ts';
import { Loaded, SettingSwitch, SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';

/** The choice of the color scheme, which this browser stores. */
export function Appearance() {
  const { colorScheme, choose } = useColorScheme();
  return (
    <SettingsSection title="Appearance">
      <Text id="theme-label" fw={600}>
        Theme
      </Text>
      <Text size="xs" c="dimmed" mb="sm">
        “System” follows your device. Applies to this browser.
      </Text>
      <SegmentedControl
        aria-labelledby="theme-label"
        data={[...colorSchemes]}
        value={colorScheme}
        onChange={(value) => choose(value as typeof colorScheme)}
      />
    </SettingsSection>
  );
}

/** The choice of whether others see the user's activity. */
export function PresencePreference() {
  const { settings } = trpc.useUtils().account;
  const query = trpc.account.settings.useQuery(undefined, { refetchOnMount: 'always' });
  const update = trpc.account.update.useMutation(savingInto(settings, 'presence'));
  return (
    <SettingsSection title="Privacy">
      <Loaded query={query} height={42}>
        {({ showPresence }) => (
          <SavedSwitch
            label="Show when I'm active"
            description="People you message can see “Active now” or when you were last here."
            saved={showPresence}
            chosen={update.variables?.showPresence}
            update={update}
            onChange={(showPresence) => update.mutate({ showPresence })}
          />
        )}
      </Loaded>
    </SettingsSection>
  );
}

const mailSwitches = [
  {
    name: 'messages',
    label: 'Email me about unread messages',
    description: 'One summary email if messages go unread for 10 minutes.',
  },
  {
    name: 'reviews',
    label: 'Email me about reviews',
    description: 'When someone rates you or replies to your review.',
  },
  {
    name: 'deals',
    label: 'Email me about meetups',
    description: 'Reminders a day and an hour before.',
  },
  {
    name: 'alerts',
    label: 'Email me about saved searches',
    description: 'New listings and price drops, as often as you chose for each search.',
  },
  {
    name: 'listings',
    label: 'Email me about my listings',
    description: 'A week and a day before a listing ends, with links to renew it.',
  },
  {
    name: 'moderation',
    label: 'Email me about waiting reports',
    description: 'Once a day while a report waits for longer than a day. Only for admins.',
  },
] as const;

/** The choice of which emails the user gets. */
export function MailPreferences() {
  const query = trpc.notifications.preferences.useQuery(undefined, { refetchOnMount: 'always' });
  const isAdmin = useCurrentUser()?.isAdmin === true;
  const shown = mailSwitches.filter(({ name }) => isAdmin || name !== 'moderation');
  return (
    <SettingsSection title="Email">
      <Loaded query={query} height={285}>
        {(preferences) => (
          <Stack gap="lg">
            {shown.map((mail) => (
              <MailSwitch key={mail.name} {...mail} saved={preferences[mail.name]} />
            ))}
          </Stack>
        )}
      </Loaded>
    </SettingsSection>
  );
}

function MailSwitch({ name, ...shown }: (typeof mailSwitches)[number] & { saved: boolean }) {
  const { preferences } = trpc.useUtils().notifications;
  const update = trpc.notifications.updatePreferences.useMutation(savingInto(preferences, 'mail'));
  return (
    <SavedSwitch
      {...shown}
      chosen={update.variables?.[name]}
      update={update}
      onChange={(next) => update.mutate({ [name]: next })}
    />
  );
}

/** Returns the options of a mutation that changes one of several settings. */
function savingInto<Saved>(
  settings: { cancel: () => Promise<void>; setData: (input: undefined, saved: Saved) => void },
  id: string,
) {
  return {
    // The scope runs mutations one after the other, so that the last choice wins.
    scope: { id },
    onMutate: () => settings.cancel(),
    onSuccess: (saved: Saved) => settings.setData(undefined, saved),
  };
}

interface SavedSwitchProps {
  label: string;
  description: string;
  saved: boolean;
  /** The value that `update` is saving or has saved last. */
  chosen: boolean | undefined;
  update: { isPending: boolean; isSuccess: boolean; error: unknown };
  onChange: (checked: boolean) => void;
}

function SavedSwitch({ saved, chosen, update, ...shown }: SavedSwitchProps) {
  const failed = "We couldn't save this setting. Please try again.";
  return (
    <SettingSwitch
      {...shown}
      checked={update.isPending ? (chosen ?? saved) : saved}
      isSaved={update.isSuccess}
      failure={update.error ? errorMessage(update.error, failed) : undefined}
    />
  );
}
