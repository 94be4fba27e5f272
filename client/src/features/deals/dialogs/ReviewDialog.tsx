import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { reviewReleaseDays } from '@marketplace/shared/deals/constants';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { trpc } from '../../../api/trpc.ts';
import { useDeal } from '../deal-context.ts';
import { noShowStep } from '../deal-state.ts';
import { StarInput } from '../../reviews/RateSellerModal.tsx';
import { isTooLong, ReviewTextField } from '../../reviews/review-parts.tsx';
import { type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

type Props = DialogProps & { rating?: number | undefined };

/** The dialog that reviews the other person of a deal, starting with `rating` stars. */
export function ReviewDialog({ rating: given = 0, onDone, ...dialog }: Props) {
  const { conversation, deal, viewer, take } = useDeal();
  const noShow = deal && noShowStep(deal, viewer);
  const [rating, setRating] = useState(given);
  const [comment, setComment] = useState('');
  const { callbacks } = useStepCallbacks(dealTexts.review, onDone);
  const { mutate, isPending } = trpc.deals.review.useMutation(callbacks);
  return (
    <StepForm
      {...dialog}
      title={`Review ${viewer.name}`}
      submit={{ label: 'Submit review', busyLabel: 'Submitting...' }}
      isBusy={isPending}
      missing={rating === 0 ? 'Select a rating first' : isTooLong(comment) && 'Shorten the comment'}
      onSubmit={() =>
        mutate({ dealId: conversation.id, rating, comment: comment.trim() || undefined })
      }
    >
      <StarInput value={rating} onChange={setRating} disabled={isPending} />
      <ReviewTextField
        label="Comment (optional)"
        placeholder="What should others know?"
        value={comment}
        onChange={setComment}
        readOnly={isPending}
      />
      <Text c="dimmed">
        Shows when you&apos;ve both written, or after {reviewReleaseDays} days.
      </Text>
      {noShow && (
        <Anchor
          component="button"
          type="button"
          ta="left"
          onClick={() => {
            dialog.onClose();
            take(noShow);
          }}
        >
          {noShow.label}
        </Anchor>
      )}
    </StepForm>
  );
}
