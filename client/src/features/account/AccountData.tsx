import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useConfirmation } from '../factors/Confirmation.tsx';
import { useSessionEnd } from './use-sign-out.ts';
import { fieldIssues } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { IconDownload } from '../../ui/icons/page-icons.tsx';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';

/** Downloads everything that is stored about the user. */
export function DownloadData() {
  const confirmThen = useConfirmation();
  const download = trpc.account.exportData.useMutation({
    // The response is a file, so the browser stays on this page.
    onSuccess: ({ url }) => window.location.assign(url),
    onError(error) {
      if (confirmThen(error, () => download.mutate())) return;
      toastFailure(error, { message: "We couldn't download your data. Please try again." });
    },
  });
  return (
    <SettingsSection title="Your data">
      <Text mb="md">
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

/** Explains what deleting the account does. A dialog asks for the email address to confirm. */
export function DeleteAccount() {
  const [opened, setOpened] = useState(false);
  const user = useCurrentUser();
  const [email, setEmail] = useState('');
  const confirmThen = useConfirmation();
  const remove = trpc.account.deleteAccount.useMutation({
    ...useSessionEnd({
      title: 'Account deleted',
      message: 'Your account has been permanently deleted.',
    }),
    onError(error, input) {
      if (confirmThen(error, () => remove.mutate(input))) return;
      if (fieldIssues(error).length > 0) return;
      toastFailure(error, { message: "We couldn't delete your account. Please try again." });
    },
  });
  const isTyped = email.trim().toLowerCase() === user?.email;
  const close = () => {
    setEmail('');
    remove.reset();
    setOpened(false);
  };
  return (
    <>
      <SettingsSection title="Delete account">
        <Stack component="ul" gap={4} mt={0} mb="md" mx={0} pl="1.25rem">
          <li>
            We&apos;ll remove your profile, listings, and pictures and sign you out everywhere.
          </li>
          <li>People you messaged will still see your messages, from “Deleted user”.</li>
          <li>Your reviews of sellers you talked with will stay, without your name.</li>
          <li>This can&apos;t be undone. Download your data first if you want a copy.</li>
        </Stack>
        <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpened(true)}>
          Delete account
        </Button>
      </SettingsSection>
      <ConfirmDialog
        title="Delete your account?"
        confirm={{ label: 'Delete account', busyLabel: 'Deleting...' }}
        isBusy={remove.isPending}
        missing={isTyped ? undefined : 'Type your email address first'}
        opened={opened}
        onClose={close}
        onConfirm={() => remove.mutate({ email })}
      >
        <Text>
          This permanently deletes your account. To confirm, type your email address{' '}
          <strong style={{ overflowWrap: 'anywhere' }}>{user?.email}</strong>.
        </Text>
        <TextInput
          label="Your email address"
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fieldIssues(remove.error)[0]?.message}
        />
      </ConfirmDialog>
    </>
  );
}
