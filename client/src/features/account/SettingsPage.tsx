import { Stack, Title, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useSignOut } from './use-sign-out.ts';
import { toastFailure } from '../listings/failure.ts';
import { titleSize } from '../listings/title-size.ts';
import { ApiTokens } from '../tokens/ApiTokens.tsx';
import { BlockedPeople } from './BlockedPeople.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SettingSwitch } from './SettingSwitch.tsx';
import { SettingsSection } from '../../ui/SettingsSection.tsx';

/** What the signed-in decide for themselves. */
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

/** Which mail one gets; shown at once, and taken back where it cannot be kept. */
function MailPreferences() {
  const { preferences } = trpc.useUtils().notifications;
  const query = trpc.notifications.preferences.useQuery(undefined, { refetchOnMount: 'always' });
  const update = trpc.notifications.updatePreferences.useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'notifications.updatePreferences' },
    async onMutate(change) {
      await preferences.cancel();
      const before = preferences.getData();
      preferences.setData(undefined, (now) => now && { ...now, ...change });
      return before;
    },
    onError(error, change, before) {
      // A second choice may have been made meanwhile.
      preferences.setData(
        undefined,
        (now) =>
          now &&
          before && {
            messages: change.messages === undefined ? now.messages : before.messages,
            reviews: change.reviews === undefined ? now.reviews : before.reviews,
          },
      );
      toast({
        title: 'Error',
        message: errorMessage(error, 'This setting could not be saved. Please try again.'),
        kind: 'error',
      });
    },
  });
  const shared = { failed: query.isError, onRetry: () => void query.refetch() };
  return (
    <Stack gap="lg">
      <SettingSwitch
        label="Email me about messages I have not read"
        description="One email with all of them, when they have waited for ten minutes and you are not here."
        checked={query.data?.messages}
        onChange={(messages) => update.mutate({ messages })}
        {...shared}
      />
      {query.data && (
        <SettingSwitch
          label="Email me about reviews"
          description="When somebody rates you, or replies to a review that you wrote."
          checked={query.data.reviews}
          onChange={(reviews) => update.mutate({ reviews })}
          {...shared}
        />
      )}
    </Stack>
  );
}

/** Whether others see that one is here; shown at once, and taken back where it cannot be kept. */
function PresenceSwitch() {
  const { settings } = trpc.useUtils().account;
  const query = trpc.account.settings.useQuery(undefined, { refetchOnMount: 'always' });
  const update = trpc.account.update.useMutation({
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'account.update' },
    async onMutate(change) {
      await settings.cancel();
      const before = settings.getData();
      settings.setData(undefined, (now) => now && { ...now, ...change });
      return before;
    },
    onError(error, _change, before) {
      settings.setData(undefined, before);
      toast({
        title: 'Error',
        message: errorMessage(error, 'This setting could not be saved. Please try again.'),
        kind: 'error',
      });
    },
  });
  return (
    <SettingSwitch
      label="Show when I am active"
      description="People you talk with see “Active now”, or when you were last here."
      checked={query.data?.showPresence}
      failed={query.isError}
      onChange={(showPresence) => update.mutate({ showPresence })}
      onRetry={() => void query.refetch()}
    />
  );
}

/** Whose account it is, and how to sign out, of this device too. */
function SignOutSection() {
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

/** Everything that is stored of one, to take along. */
function YourData() {
  const download = trpc.account.exportData.useMutation({
    onSuccess({ url }) {
      // The answer is a file, so the page stays.
      window.location.assign(url);
    },
    onError: (error) =>
      toastFailure(error, { message: 'Your data could not be downloaded. Please try again.' }),
  });
  return (
    <SettingsSection title="Your data">
      <Text mb="sm">
        A ZIP file with your profile, listings, messages, reviews, notifications, reports, sessions
        and blocked people as JSON, and your pictures. You can download it three times a day.
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
