import { Text, UnstyledButton } from '@mantine/core';
import { reviewReleaseDays } from '@marketplace/shared/deals/constants';
import { ratingLabels } from '@marketplace/shared/reviews/constants';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import reviewClasses from '../../reviews/reviews.module.css';
import { Stars } from '../../reviews/Review.tsx';
import { useDeal } from '../deal-context.ts';
import { mainLine, StepCard, Written } from './StepCard.tsx';
import { StepLine, type StepMessage } from './StepLine.tsx';
import classes from './timeline.module.css';

/** Invites to a review with a row of stars. Later it shows what the two wrote about each other. */
export function ReviewCard({ message }: { message: StepMessage }) {
  const { deal, viewer, take } = useDeal();
  const { canWrite, mine, theirs } = deal?.reviews ?? {};
  if (deal && !canWrite && !mine && !theirs) return <StepLine message={message} />;
  return (
    <StepCard>
      <Text {...mainLine}>How did it go with {viewer.name}?</Text>
      {canWrite && (
        <div className={classes.stars}>
          {ratingLabels.map((label, at) => (
            <UnstyledButton
              key={label}
              className={reviewClasses.star}
              aria-label={`${at + 1} of 5: ${label}`}
              onClick={() => take({ label, dialog: { name: 'review', rating: at + 1 } })}
            >
              <IconStarFilled size={28} aria-hidden />
            </UnstyledButton>
          ))}
        </div>
      )}
      {mine && <OneReview who="You" {...mine} />}
      {theirs && <OneReview who={viewer.name} {...theirs} />}
      {(canWrite || (mine && !theirs)) && (
        <Text size="xs" c="dimmed">
          Shows when you&apos;ve both written, or after {reviewReleaseDays} days.
        </Text>
      )}
    </StepCard>
  );
}

function OneReview(review: { who: string; rating: number; comment: string | null }) {
  const { who, rating, comment } = review;
  return (
    <Text component="div" mt={6}>
      <Text span size="xs" c="dimmed">
        {who}
      </Text>{' '}
      <Stars rating={rating} />
      {comment && <Written text={comment} />}
    </Text>
  );
}
