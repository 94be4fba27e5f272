import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { trpc } from '../../api/trpc.ts';
import { toastFailure } from '../listings/failure.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Everything that is stored of one, to take along. */
export function YourData() {
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
