import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dealTexts, lateTitle } from '@marketplace/shared/outcomes/deals';
import { generalFailure } from '@marketplace/shared/outcomes/general';
import { errorCode } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';

type Client = ReturnType<typeof trpc.useUtils>['client']['deals'];

/** `id` is that of the offer or meetup that an act is about. */
interface Ids {
  listingId: string;
  id: string;
}

/** The steps of a deal that need no dialog. */
const acts = (deals: Client, { listingId, id }: Ids) => ({
  accept: () => deals.respondToOffer.mutate({ offerId: id, answer: 'accept' }),
  decline: () => deals.respondToOffer.mutate({ offerId: id, answer: 'decline' }),
  withdraw: () => deals.withdrawOffer.mutate({ offerId: id }),
  release: () => deals.release.mutate({ listingId }),
  joinLine: () => deals.joinLine.mutate({ listingId }),
  confirmTurn: () => deals.joinLine.mutate({ listingId }),
  leaveLine: () => deals.leaveLine.mutate({ listingId }),
  acceptMeetup: () => deals.respondToMeetup.mutate({ meetupId: id, answer: 'accept' }),
  declineMeetup: () => deals.respondToMeetup.mutate({ meetupId: id, answer: 'decline' }),
  cancelMeetup: () => deals.cancelMeetup.mutate({ meetupId: id }),
  'on-my-way': () => deals.meetupStatus.mutate({ meetupId: id, status: 'on-my-way' }),
  late: () => deals.meetupStatus.mutate({ meetupId: id, status: 'late' }),
  here: () => deals.meetupStatus.mutate({ meetupId: id, status: 'here' }),
  'no-show': () => deals.meetupStatus.mutate({ meetupId: id, status: 'no-show' }),
  undoSold: () => deals.undoSold.mutate({ listingId }),
});

export type Act = keyof ReturnType<typeof acts>;

interface About {
  listingId: string;
  /** Called after a success, with the text to announce and the server's answer. */
  onDone: (done: string, result: unknown) => void;
}

/** Returns a function that performs an act, and the act under way. */
export function useActs({ listingId, onDone }: About) {
  const utils = trpc.useUtils();
  const onFailed = useStepFailed();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ act, id }: { act: Act; id: string }): Promise<unknown> =>
      acts(utils.client.deals, { listingId, id })[act](),
    onSuccess: (result, { act }) => onDone(textOf(act), result),
    onError: onFailed,
  });
  return {
    acting: isPending ? variables : null,
    act: useCallback(
      (act: Act, id = '') => {
        // Ignores another press while an act is under way.
        if (!isPending) mutate({ act, id });
      },
      [isPending, mutate],
    ),
  };
}

function textOf(act: Act): string {
  const isStatus = act === 'on-my-way' || act === 'late' || act === 'here' || act === 'no-show';
  return dealTexts[isStatus ? 'status' : act];
}

/** Returns an error handler that shows why a step failed. After a lost race, it refetches deals. */
export function useStepFailed() {
  const { deals } = trpc.useUtils();
  return (error: unknown) => {
    const isLate = errorCode(error) === 'CONFLICT';
    toastFailure(error, { ...generalFailure, ...(isLate && { title: lateTitle }) });
    if (isLate) void deals.invalidate();
  };
}
