import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from '../../api/failure.ts';

/** Ends a block, shows what it had hidden, and says so; then calls `onUnblocked`. */
export function useUnblock(name: string, onUnblocked?: () => void) {
  const { messaging } = trpc.useUtils();
  return trpc.messaging.unblock.useMutation({
    async onSuccess() {
      await messaging.invalidate();
      toast({ title: 'Unblocked', message: `${name} can message you again.` });
      onUnblocked?.();
    },
    onError: (error) =>
      toastFailure(error, { message: `We couldn't unblock ${name}. Please try again.` }),
  });
}
