import { Button, Text } from '@mantine/core';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { IconDownload } from '../../ui/icons/page-icons.tsx';

/** Downloads everything that is stored about the user. */
export function DownloadData() {
  const download = trpc.account.exportData.useMutation({
    onSuccess({ url }) {
      // The response is a file, so the browser stays on this page.
      window.location.assign(url);
    },
    onError: (error) =>
      toastFailure(error, { message: "We couldn't download your data. Please try again." }),
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
