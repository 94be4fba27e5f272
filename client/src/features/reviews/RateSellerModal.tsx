import { Button, Center, Group, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { ownReviewTexts, submitReviewTexts } from '@marketplace/shared/outcomes/reviews';
import { isolated } from '@marketplace/shared/direction';
import { ratingLabels } from '@marketplace/shared/reviews/constants';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { refusalOf } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { IconStarFilled } from '../../ui/icons/icons.tsx';
import { toast } from '../../ui/toast.ts';
import classes from './reviews.module.css';
import { isTooLong, reviewDay, ReviewTextField, useReviewRefresh } from './review-parts.tsx';

interface Props {
  sellerId: string;
  /** Defaults to 'this seller'. */
  sellerName?: string | undefined;
  listingId: string;
  opened: boolean;
  onClose: () => void;
}

/**
 * The dialog that rates the seller of a listing, or changes an earlier rating. The draft survives
 * closing the dialog, until it is submitted or canceled.
 */
export function RateSellerModal(props: Props) {
  const { sellerId, sellerName = 'this seller', listingId, opened, onClose } = props;
  const { data: own, isPending } = trpc.reviews.mine.useQuery({ listingId }, { enabled: opened });
  const [typed, setTyped] = useState<{ rating: number; comment: string } | null>(null);
  const draft = typed ?? { rating: own?.rating ?? 0, comment: own?.comment ?? '' };
  const reset = () => {
    setTyped(null);
    onClose();
  };
  const { mutate: submit, isPending: isBusy } = useSubmitReview(reset);
  const seller = isolated(sellerName);

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
                ? `You rated ${seller} on ${reviewDay(own.editedAt ?? own.createdAt)}. Submitting again replaces that review.`
                : `How was your experience with ${seller}? Your review is public.`}
            </Text>
            <StarInput
              value={draft.rating}
              onChange={(rating) => setTyped({ ...draft, rating })}
              disabled={isBusy}
            />
            <ReviewTextField
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
                {isBusy ? 'Submitting...' : own ? 'Update review' : 'Submit review'}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

/** Returns the mutation that submits a review. Shows its result in a toast. */
function useSubmitReview(onSubmitted: () => void) {
  const { mine } = trpc.useUtils().reviews;
  const refresh = useReviewRefresh();
  return trpc.reviews.submit.useMutation({
    // The dialog shows this error itself and preserves the draft.
    meta: { showsUnauthorized: true },
    async onSuccess(review, { listingId }) {
      const { title, message } = submitReviewTexts.done;
      const text = review.state === 'public' ? message : ownReviewTexts[review.state];
      toast({ title, message: text, kind: 'success' });
      mine.setData({ listingId }, review);
      onSubmitted();
      await refresh();
    },
    onError: (error) => toast({ ...reviewFailure(error), kind: 'error' }),
  });
}

/** Returns the texts for a review that could not be submitted. */
export function reviewFailure(error: unknown): { title: string; message: string } {
  const status = refusalOf(error)?.status;
  if (status === 401) return submitReviewTexts.signedOut;
  return status === 400 ? submitReviewTexts.invalid : submitReviewTexts.failed;
}

/** Five stars to choose from by pointer or keyboard; 0 is none. Hovering previews a rating. */
export function StarInput(props: {
  value: number;
  onChange: (rating: number) => void;
  disabled: boolean;
}) {
  const { value, onChange, disabled } = props;
  const name = useId();
  const [hovered, setHovered] = useState(0);
  const stars = useRef<HTMLDivElement>(null);
  // A dialog that opened before the stars were rendered found nothing to focus, so focus a star
  // here. A dialog that is just opening must first remember where the focus was, so do nothing
  // then.
  useEffect(() => {
    const first = stars.current?.querySelector<HTMLInputElement>('[data-autofocus]');
    if (first?.closest('[role="dialog"]')?.contains(document.activeElement)) first.focus();
  }, []);
  const shown = (!disabled && hovered) || value;
  return (
    <fieldset disabled={disabled}>
      <Text component="legend" fw={500}>
        Your rating
      </Text>
      <Group gap="0.25rem 0.75rem">
        {/* The negative margin aligns the first star with the label above it. */}
        <Group ref={stars} gap={0} ml={-6} wrap="nowrap" onPointerLeave={() => setHovered(0)}>
          {ratingLabels.map((label, at) => {
            const rating = at + 1;
            return (
              <label
                key={label}
                className={classes.star}
                data-filled={rating <= shown || undefined}
                // Only a mouse previews: a touch would leave the preview behind.
                onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(rating)}
              >
                <input
                  type="radio"
                  name={name}
                  value={rating}
                  checked={rating === value}
                  data-autofocus={rating === (value || 1) || undefined}
                  onChange={() => {
                    setHovered(0);
                    onChange(rating);
                  }}
                />
                <VisuallyHidden>
                  {rating} of 5: {label}
                </VisuallyHidden>
                <IconStarFilled size={32} aria-hidden />
              </label>
            );
          })}
        </Group>
        {/* Wide enough for the longest label, so that it does not wrap when the label changes. */}
        <Text span miw="6.5rem" {...(shown ? { fw: 600 } : { c: 'dimmed' })} aria-hidden>
          {ratingLabels[shown - 1] ?? 'Select a rating'}
        </Text>
      </Group>
    </fieldset>
  );
}

export function DeleteReviewModal(
  props: Pick<Props, 'opened' | 'onClose'> & { review: ReviewView },
) {
  const { review, opened, onClose } = props;
  const refresh = useReviewRefresh();
  const remove = trpc.reviews.remove.useMutation({
    async onSuccess() {
      toast({ title: 'Success', message: 'Your review was deleted.', kind: 'success' });
      onClose();
      await refresh();
    },
    onError: (error) =>
      toastFailure(error, { message: "We couldn't delete your review. Please try again." }),
  });
  return (
    <ConfirmDialog
      title="Delete review"
      confirm={{ label: 'Delete', busyLabel: 'Deleting...' }}
      isBusy={remove.isPending}
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ reviewId: review.id })}
    >
      <Text>
        Your stars
        {review.reply === null ? ' and your comment' : ', your comment, and the reply to it'} will
        be removed for everyone and no longer count toward the seller&apos;s rating.
      </Text>
    </ConfirmDialog>
  );
}
