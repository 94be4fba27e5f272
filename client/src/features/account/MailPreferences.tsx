import { Stack } from '@mantine/core';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

/** Which mail one gets; shown at once, and taken back where it cannot be kept. */
export function MailPreferences() {
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
