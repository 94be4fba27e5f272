import { useMutation } from '@tanstack/react-query';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** A listing, or a seller with all their listings. */
type Target = { listingId: string } | { sellerId: string };

/**
 * Returns a mutation that hides a listing or a seller from the user's lists, or shows it again. The
 * toast after hiding offers to undo that.
 */
export function useHiding(onShown?: () => void) {
  const utils = trpc.useUtils();
  const { add, remove } = utils.client.hidden;
  const { mutate, isPending } = useMutation({
    mutationFn: ({ hidden, target }: { hidden: boolean; target: Target }) =>
      hidden ? add.mutate(target) : remove.mutate(target),
    async onSuccess(_, { hidden, target }) {
      await Promise.all([
        utils.hidden.invalidate(),
        utils.listings.list.invalidate(),
        utils.listings.featured.invalidate(),
        utils.listings.related.invalidate(),
      ]);
      const isSeller = 'sellerId' in target;
      if (!hidden) {
        toast({ title: 'Back in your lists', kind: 'success' });
        onShown?.();
        return;
      }
      toast({
        title: isSeller ? 'Seller hidden' : 'Listing hidden',
        message: `Your lists leave out ${isSeller ? 'their listings' : 'this listing'} from now on.`,
        kind: 'success',
        action: { label: 'Undo', run: () => mutate({ hidden: false, target }) },
      });
    },
    onError: (error, { hidden }) =>
      toastFailure(error, {
        message: `We couldn't ${hidden ? 'hide' : 'show'} this. Please try again.`,
      }),
  });
  return { setHidden: (hidden: boolean, target: Target) => mutate({ hidden, target }), isPending };
}
