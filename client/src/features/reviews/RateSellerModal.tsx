import { Button, Center, Group, Loader, Stack, Text } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { ownReviewTexts, submitReviewTexts } from '@marketplace/shared/outcomes/reviews';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { reviewDay } from './review-day.ts';
import { reviewFailure } from './review-failure.ts';
import { StarInput } from './StarInput.tsx';
import { useReviewRefresh } from './use-review-refresh.ts';
import { isTooLong, WordsField } from './WordsField.tsx';

interface Props {
  sellerId: string;
  /** Who is rated; 'this seller' unless given. */
  sellerName?: string | undefined;
  listingId: string;
  opened: boolean;
  onClose: () => void;
}

interface Draft {
  rating: number;
  comment: string;
}

/**
 * Rates the seller of a listing, or changes what one said
 * before. What was typed stays while the dialog is closed, until it is sent or cancelled.
 */
export function RateSellerModal({ sellerId, sellerName, listingId, opened, onClose }: Props) {
  const { data: own, isPending } = trpc.reviews.mine.useQuery({ listingId }, { enabled: opened });
  const [typed, setTyped] = useState<Draft | null>(null);
  const draft = typed ?? { rating: own?.rating ?? 0, comment: own?.comment ?? '' };
  const reset = () => {
    setTyped(null);
    onClose();
  };
  const { submit, isBusy } = useSubmitReview(reset);

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const { rating, comment } = draft;
    if (isBusy || isTooLong(comment)) return;
    if (rating === 0) {
      const message = 'Please select a rating before submitting.';
      toast({ title: 'Rating Required', message, kind: 'error' });
      return;
    }
    submit({ sellerId, listingId, rating, comment: comment.trim() || undefined });
  };
  const close = () => {
    if (!isBusy) onClose();
  };

  return (
    <Dialog opened={opened} onClose={close} title="Rate Seller">
      {isPending ? (
        <Center component="output" mih={240} aria-label="Loading your review">
          <Loader aria-hidden />
        </Center>
      ) : (
        <form onSubmit={onSubmit}>
          <Stack gap="md">
            <Text>
              {own
                ? `You rated ${sellerName ?? 'this seller'} on ${reviewDay(own.editedAt ?? own.createdAt)}. What you submit now replaces it.`
                : `How was it with ${sellerName ?? 'this seller'}? Everybody can read your review.`}
            </Text>
            <StarInput
              value={draft.rating}
              onChange={(rating) => setTyped({ ...draft, rating })}
              disabled={isBusy}
            />
            <WordsField
              label="Comment (optional)"
              placeholder="What should others know?"
              value={draft.comment}
              onChange={(comment) => setTyped({ ...draft, comment })}
              readOnly={isBusy}
            />
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={reset} disabled={isBusy}>
                Cancel
              </Button>
              <Button
                type="submit"
                disabled={isBusy || draft.rating === 0 || isTooLong(draft.comment)}
                title={draft.rating === 0 ? 'Select a rating first' : undefined}
              >
                {submitLabel(isBusy, Boolean(own))}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function submitLabel(isBusy: boolean, isUpdate: boolean): string {
  if (isBusy) return 'Submitting...';
  return isUpdate ? 'Update Review' : 'Submit Review';
}

function useSubmitReview(onDone: () => void) {
  const utils = trpc.useUtils();
  const refresh = useReviewRefresh();
  const { mutate, isPending } = trpc.reviews.submit.useMutation({
    // The dialog says it itself and keeps what was typed.
    meta: { showsUnauthorized: true },
    async onSuccess(review) {
      const { title, message } = submitReviewTexts.done;
      const text = review.state === 'public' ? message : ownReviewTexts[review.state];
      toast({ title, message: text, kind: 'success' });
      utils.reviews.mine.setData({ listingId: review.listingId }, review);
      onDone();
      await refresh();
    },
    onError: (error) => toast({ ...reviewFailure(error), kind: 'error' }),
  });
  return { submit: mutate, isBusy: isPending };
}
