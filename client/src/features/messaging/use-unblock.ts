import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from '../../api/failure.ts';

/** Returns a mutation that unblocks a user and refetches the messages that the block had hidden. */
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
