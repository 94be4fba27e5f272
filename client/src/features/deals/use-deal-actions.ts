import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { dealTexts, lateTitle } from '@marketplace/shared/outcomes/deals';
import { generalFailure } from '@marketplace/shared/outcomes/general';
import { errorCode } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';

type Client = ReturnType<typeof trpc.useUtils>['client']['deals'];

/** The steps of a deal that need no dialog. `id` is that of the offer or meetup, if any. */
const actions = (deals: Client, { listingId, id }: { listingId: string; id: string }) => ({
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

export type DealAction = keyof ReturnType<typeof actions>;

/** Called after a success, with the text to announce and the server's answer. */
export type OnDone<Result = unknown> = (done: string, result: Result) => void;

/** Returns a function that performs an action, and the action under way. */
export function useDealActions(listingId: string, onDone: OnDone) {
  const utils = trpc.useUtils();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ action, id }: { action: DealAction; id: string }): Promise<unknown> =>
      actions(utils.client.deals, { listingId, id })[action](),
    onSuccess: (result, { action }) => onDone(textOf(action), result),
    onError: useStepErrorHandler(),
  });
  return {
    running: isPending ? variables : null,
    run: useCallback(
      (action: DealAction, id = '') => {
        // Ignores another press while an action is under way.
        if (!isPending) mutate({ action, id });
      },
      [isPending, mutate],
    ),
  };
}

function textOf(action: DealAction): string {
  return action in dealTexts ? dealTexts[action as keyof typeof dealTexts] : dealTexts.status;
}

/** Returns an error handler that shows why a step failed. After a lost race, it refetches deals. */
export function useStepErrorHandler() {
  const { deals } = trpc.useUtils();
  return (error: unknown) => {
    const isLate = errorCode(error) === 'CONFLICT';
    toastFailure(error, { ...generalFailure, ...(isLate && { title: lateTitle }) });
    if (isLate) void deals.invalidate();
  };
}
