import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { SettingSwitch } from './SettingSwitch.tsx';

/** Whether others see that one is here; shown at once, and taken back where it cannot be kept. */
export function PresenceSwitch() {
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
