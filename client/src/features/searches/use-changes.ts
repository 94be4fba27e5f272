import { generalFailure } from '@marketplace/shared/outcomes/general';
import { isolated } from '@marketplace/shared/direction';
import type { SearchView } from '@marketplace/shared/searches/schemas';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';

/** Changes a saved search, and says so. */
export function useChange(onDone?: () => void) {
  const { searches } = trpc.useUtils();
  return trpc.searches.update.useMutation({
    onSuccess(changed, { paused }) {
      searches.list.setData(undefined, (list) =>
        list?.map((search) => (search.id === changed.id ? changed : search)),
      );
      toast({ title: titleOf(changed, paused), kind: 'success' });
      onDone?.();
    },
    onError: (error) => toastFailure(error, generalFailure),
  });
}

function titleOf({ name, seller }: SearchView, paused: boolean | undefined): string {
  if (paused === undefined) return 'Saved';
  return `${paused ? 'Paused' : 'Resumed'}: ${isolated(seller?.displayName ?? name)}`;
}

/** Ends a saved search. `onDone` is called once it is gone from the page. */
export function useDelete(onDone: () => void) {
  const { searches } = trpc.useUtils();
  return trpc.searches.remove.useMutation({
    onSuccess(_, { id }) {
      const gone = searches.list.getData()?.find((search) => search.id === id);
      searches.list.setData(undefined, (list) => list?.filter((search) => search.id !== id));
      toast({
        title: gone?.seller
          ? `You don't follow ${isolated(gone.seller.displayName)} anymore`
          : 'Search deleted',
        kind: 'success',
      });
      onDone();
    },
    onError: (error) => toastFailure(error, generalFailure),
  });
}
