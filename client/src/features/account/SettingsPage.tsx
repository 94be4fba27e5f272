import { Button, Stack, Switch, Text, Title } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { IconDownload } from '../../ui/icons/page-icons.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useSignOut } from './use-sign-out.ts';
import { toastFailure } from '../../api/failure.ts';
import { ApiTokens } from '../tokens/ApiTokens.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { Loaded, SettingsSection } from '../../ui/SettingsSection.tsx';

export function Component() {
  return (
    <PageContainer size={768}>
      <Title order={1} mb="lg">
        Settings
      </Title>
      <Stack gap="lg">
        <ProfileForm />
        <SettingsSection title="Privacy">
          <PresenceSwitch />
        </SettingsSection>
        <SettingsSection title="Email">
          <MailPreferences />
        </SettingsSection>
        <SignOutSection />
        <Devices />
        <BlockedPeople />
        <ApiTokens />
        <YourData />
        <DeleteAccount />
      </Stack>
    </PageContainer>
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
] as const;

/** Which mail the user gets. */
function MailPreferences() {
  const query = trpc.notifications.preferences.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Loaded query={query} height={42}>
      {(preferences) => (
        <Stack gap="lg">
          {mailSwitches.map((mail) => (
            <MailSwitch key={mail.name} {...mail} saved={preferences[mail.name]} />
          ))}
        </Stack>
      )}
    </Loaded>
  );
}

type MailSwitchProps = (typeof mailSwitches)[number] & { saved: boolean };

function MailSwitch({ name, ...shown }: MailSwitchProps) {
  const { preferences } = trpc.useUtils().notifications;
  const update = trpc.notifications.updatePreferences.useMutation(savingInto(preferences, 'mail'));
  return (
    <SettingSwitch
      {...shown}
      chosen={update.isPending ? update.variables[name] : undefined}
      onChange={(next) => update.mutate({ [name]: next })}
    />
  );
}

/** Whether others see that the user is here. */
function PresenceSwitch() {
  const { settings } = trpc.useUtils().account;
  const query = trpc.account.settings.useQuery(undefined, { refetchOnMount: 'always' });
  const update = trpc.account.update.useMutation(savingInto(settings, 'presence'));
  return (
    <Loaded query={query} height={42}>
      {({ showPresence }) => (
        <SettingSwitch
          label="Show when I'm active"
          description="People you message can see “Active now” or when you were last here."
          saved={showPresence}
          chosen={update.isPending ? update.variables.showPresence : undefined}
          onChange={(showPresence) => update.mutate({ showPresence })}
        />
      )}
    </Loaded>
  );
}

interface CachedSettings<Saved> {
  cancel: () => Promise<void>;
  setData: (input: undefined, saved: Saved) => void;
}

/** Options of a mutation that changes one of several settings. */
function savingInto<Saved>(settings: CachedSettings<Saved>, id: string) {
  return {
    // One after the other, so that the last choice is the one that stays.
    scope: { id },
    onMutate: () => settings.cancel(),
    onSuccess: (saved: Saved) => settings.setData(undefined, saved),
    onError: (error: unknown) =>
      toastFailure(error, { message: "We couldn't save this setting. Please try again." }),
  };
}

interface SwitchProps {
  label: string;
  description: string;
  saved: boolean;
  /** The choice that is being saved. */
  chosen: boolean | undefined;
  onChange: (checked: boolean) => void;
}

/** A setting that is saved as soon as it is changed. */
function SettingSwitch({ label, description, saved, chosen = saved, onChange }: SwitchProps) {
  return (
    <Switch
      styles={switchStyles}
      size="md"
      labelPosition="left"
      label={label}
      description={description}
      checked={chosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

const switchStyles = {
  body: {
    justifyContent: 'space-between',
    alignItems: 'flex-start',
    gap: 'var(--mantine-spacing-lg)',
  },
  labelWrapper: { flex: 1 },
  label: { paddingInline: 0 },
  description: { paddingInline: 0, marginTop: 2, lineHeight: 'var(--mantine-line-height-xs)' },
};

function SignOutSection() {
  const user = useCurrentUser();
  const signOut = useSignOut();
  return (
    <SettingsSection title="Signed in as">
      <Text mb="lg" style={{ overflowWrap: 'anywhere' }}>
        {user?.email}
      </Text>
      <Stack gap="lg" align="flex-start">
        {waysOut.map(({ text, label, forgetDevice }) => (
          <div key={label}>
            <Text mb="xs">{text}</Text>
            <Button
              variant="default"
              disabled={signOut.isPending}
              onClick={() => signOut.mutate({ forgetDevice })}
            >
              {label}
            </Button>
          </div>
        ))}
      </Stack>
    </SettingsSection>
  );
}

const waysOut = [
  {
    text: "If you trust this device, you won't need a code to sign back in.",
    label: 'Sign out',
    forgetDevice: false,
  },
  {
    text: "You'll need a code the next time you sign in here.",
    label: 'Sign out and forget this device',
    forgetDevice: true,
  },
];

/** A download of everything that is stored about the user. */
function YourData() {
  const download = trpc.account.exportData.useMutation({
    onSuccess({ url }) {
      // The answer is a file, so the page stays.
      window.location.assign(url);
    },
    onError: (error) =>
      toastFailure(error, { message: "We couldn't download your data. Please try again." }),
  });
  return (
    <SettingsSection title="Your data">
      <Text mb="sm">
        A ZIP file with your profile, listings, messages, reviews, notifications, reports, sessions,
        and blocked people as JSON, plus your pictures. Up to three downloads a day.
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? 'Preparing...' : 'Download my data'}
      </Button>
    </SettingsSection>
  );
}
