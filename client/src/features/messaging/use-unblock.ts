import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** Ends a block, shows what it had hidden, and says so. */
export function useUnblock(name: string) {
  const { messaging } = trpc.useUtils();
  return trpc.messaging.unblock.useMutation({
    async onSuccess() {
      await messaging.invalidate();
      toast({ title: 'Unblocked', message: `${name} can write to you again.` });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        message: errorMessage(error, `${name} is still blocked. Please try again.`),
        kind: 'error',
      }),
  });
}
