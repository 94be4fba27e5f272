import { isolated } from '@marketplace/shared/direction';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { totalText } from '../../../ui/count-text.ts';
import { toast } from '../../../ui/toast.ts';

export type Act = 'renew' | 'end' | 'lower';

const done: Record<Act, string> = { renew: 'renewed', end: 'ended', lower: 'made cheaper' };
const failed = { message: 'Please try again.' };

/** How many reasons a toast has room for. */
const shownProblems = 2;

/**
 * Returns a function that acts on listings at once. A toast says what was done, what was not and
 * why, and undoes all of it. Afterwards `select` gets the ids of those that were not done.
 */
export function useBulkActs(select: (ids: string[]) => void) {
  const { listings } = trpc.useUtils();
  const undo = trpc.listings.undoAct.useMutation({
    onSuccess(problems) {
      const lost = problems.filter((problem) => problem !== null);
      const count = problems.length - lost.length;
      toast({
        title: lost.length === 0 ? 'Undone' : `${count} of ${problems.length} undone`,
        ...(lost[0] && { message: lost[0] }),
        kind: count > 0 ? 'success' : 'error',
      });
      return listings.invalidate();
    },
    onError: (error) => toastFailure(error, failed),
  });
  const { mutateAsync, isPending } = trpc.listings.act.useMutation();
  const run = async (act: Act, chosen: OwnListingView[]) => {
    try {
      const acted = chosen.map(({ id, price }) => ({ id, price }));
      const results = await mutateAsync({ act, listings: acted });
      const tokens = results.flatMap((one) => one.undo ?? []);
      const problems = results.filter(({ problem }) => problem !== null);
      const reasons = problems.slice(0, shownProblems).map(({ id, problem }) => {
        const title = chosen.find((one) => one.id === id)?.title ?? '';
        return `“${isolated(title)}”: ${problem}`;
      });
      const more = problems.length - reasons.length;
      if (more > 0) reasons.push(`And ${more} more.`);
      toast({
        title: `${tokens.length > 0 ? totalText({ count: tokens.length }) : 'No listings'} ${done[act]}`,
        ...(reasons.length > 0 && { message: reasons.join(' ') }),
        kind: tokens.length > 0 ? 'success' : 'error',
        ...(tokens.length > 0 && { action: { label: 'Undo', run: () => undo.mutate({ tokens }) } }),
      });
      await listings.invalidate();
      select(problems.map(({ id }) => id));
    } catch (error) {
      toastFailure(error, failed);
    }
  };
  return { run: (act: Act, chosen: OwnListingView[]) => void run(act, chosen), isPending };
}
