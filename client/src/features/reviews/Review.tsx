import { IconCircleCheck } from '@tabler/icons-react';
import type { ReviewView } from '@marketplace/shared/reviews/views';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { Stars } from './Stars.tsx';
import classes from './Review.module.css';

// Of the region, so that server and browser write the same day.
const day = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeZone: 'America/New_York',
});

/** One review: stars, who and when, what they say, and what the seller replied. */
export function Review({ review }: { review: ReviewView }) {
  const { reviewer, createdAt } = review;
  const { displayName } = reviewer;
  return (
    <li className={classes.review}>
      <div className={classes.head}>
        <UserAvatar user={{ ...reviewer, username: displayName }} size={36} />
        <div className={classes.who}>
          <p className={classes.name}>{displayName}</p>
          <p className={classes.line}>
            <Stars rating={review.rating} />
            <time dateTime={createdAt}>{day.format(new Date(createdAt))}</time>
          </p>
        </div>
        {review.verifiedContact && (
          <p className={classes.verified} title="They wrote to each other about the listing.">
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            Verified contact
          </p>
        )}
      </div>
      {review.comment && <p className={classes.comment}>{review.comment}</p>}
      {review.reply && (
        <div className={classes.reply}>
          <p className={classes.name}>Reply from the seller</p>
          <p className={classes.comment}>{review.reply}</p>
        </div>
      )}
    </li>
  );
}
