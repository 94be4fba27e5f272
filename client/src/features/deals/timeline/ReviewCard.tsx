import { Text, UnstyledButton } from '@mantine/core';
import { reviewReleaseDays } from '@marketplace/shared/deals/constants';
import { ratingLabels } from '@marketplace/shared/reviews/constants';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import reviewClasses from '../../reviews/reviews.module.css';
import { Stars } from '../../reviews/Review.tsx';
import { useDeal } from '../deal-context.ts';
import { StepLine, type StepMessage } from './StepLine.tsx';
import classes from './timeline.module.css';

/** Invites to a review with a row of stars. Later it shows what the two wrote about each other. */
export function ReviewCard({ message }: { message: StepMessage }) {
  const { deal, viewer, take } = useDeal();
  const { canWrite, mine, theirs } = deal?.reviews ?? {};
  if (deal && !canWrite && !mine && !theirs) return <StepLine message={message} />;
  return (
    <div className={classes.card}>
      <p className={classes.main}>How did it go with {viewer.name}?</p>
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
      {mine && <Written who="You" {...mine} />}
      {theirs && <Written who={viewer.name} {...theirs} />}
      {(canWrite || (mine && !theirs)) && (
        <p className={classes.quiet}>
          Shows when you&apos;ve both written, or after {reviewReleaseDays} days.
        </p>
      )}
    </div>
  );
}

function Written(review: { who: string; rating: number; comment: string | null }) {
  const { who, rating, comment } = review;
  return (
    <Text component="div" mt={6}>
      <span className={classes.quiet}>{who}</span> <Stars rating={rating} />
      {comment && (
        <p dir="auto" className={classes.note}>
          {comment}
        </p>
      )}
    </Text>
  );
}
