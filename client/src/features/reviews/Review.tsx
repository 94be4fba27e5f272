import { IconCircleCheck } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { ReplyForm } from './ReplyForm.tsx';
import { reviewDay } from './review-day.ts';
import { ReviewActions } from './ReviewActions.tsx';
import { Stars } from './Stars.tsx';
import classes from './Review.module.css';

/** One review: stars, who and when, what they say, and what the seller replied. */
export function Review({ review, sellerId }: { review: ReviewView; sellerId: string }) {
  const [replying, setReplying] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const endReply = () => {
    setReplying(false);
    // The form that had the focus is gone.
    item.current?.focus();
  };
  const { reviewer, createdAt, editedAt } = review;
  const { displayName } = reviewer;
  return (
    <li className={classes.review} ref={item} tabIndex={-1}>
      <div className={classes.head}>
        <UserAvatar user={{ ...reviewer, username: displayName }} size={36} />
        <div className={classes.who}>
          <p className={classes.name}>{displayName}</p>
          <p className={classes.line}>
            <Stars rating={review.rating} />
            <time dateTime={createdAt}>{reviewDay(createdAt)}</time>
            {editedAt && <span title={`Changed on ${reviewDay(editedAt)}`}>(edited)</span>}
          </p>
        </div>
        {review.verifiedContact ? (
          <p className={classes.verified} title="They wrote to each other about the listing.">
            <IconCircleCheck size={16} stroke={1.75} aria-hidden />
            Verified contact
          </p>
        ) : (
          <p className={classes.verified} title="They have not both written about the listing.">
            No verified contact
          </p>
        )}
      </div>
      {review.comment && <p className={classes.comment}>{review.comment}</p>}
      {replying ? (
        <ReplyForm review={review} onDone={endReply} />
      ) : (
        <>
          <Reply review={review} />
          <ReviewActions review={review} sellerId={sellerId} onReply={() => setReplying(true)} />
        </>
      )}
    </li>
  );
}

function Reply({ review: { reply, repliedAt } }: { review: ReviewView }) {
  if (!reply) return null;
  return (
    <div className={classes.reply}>
      <p className={classes.line}>
        <span className={classes.replied}>Reply from the seller</span>
        {repliedAt && <time dateTime={repliedAt}>{reviewDay(repliedAt)}</time>}
      </p>
      <p className={classes.comment}>{reply}</p>
    </div>
  );
}
