import type { Db } from '@marketplace/db/database';
import { displayName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { oneLine } from '../../platform/mailer/mail-page.ts';
import { mailEvent } from '../notifications/preferences.ts';
import type { NotificationDraft } from '../notifications/notification.view.ts';
import type { Person } from './review-people.ts';

/** `db` is the transaction of the change, so that emails are sent only if it commits. */
type MailContext = Pick<AppContext, 'secrets' | 'config'> & { db: Db };

interface NewReview {
  rating: number;
  comment: string | null;
  /** 'first' for a new review, which is mailed. 'edit' for a change, which is not. */
  change: 'first' | 'edit' | null;
  listing: { title: string };
  seller: Person;
  reviewer: Person;
}

/**
 * Mails a first review to the seller. Returns its notification, or null if the seller blocks the
 * author.
 */
export async function mailReview(
  ctx: MailContext,
  { rating, comment, change, listing, seller, reviewer }: NewReview,
): Promise<NotificationDraft | null> {
  if (await isBlocking(ctx.db, seller.id, reviewer.id)) return null;
  const name = displayName(reviewer);
  if (change === 'first' && seller.mailReviews) {
    const subject = `${oneLine(name)} rated you ${rating} of 5`;
    await mailEvent(ctx, seller, {
      list: 'reviews',
      subject,
      lead: `${subject} stars for "${oneLine(listing.title)}".`,
      quote: comment,
      action: 'Read and reply',
      path: `/users/${seller.id}`,
      why: "You're receiving this email because someone rated you",
    });
  }
  return {
    userId: seller.id,
    groupKey: `review:${seller.id}`,
    type: 'review',
    data: { sellerId: seller.id, name, rating, comment },
  };
}

/** Mails a reply to the reviewer. Returns its notification, or null if they block the seller. */
export async function mailReply(
  ctx: MailContext,
  review: { reviewId: string; reply: string; seller: Person; reviewer: Person },
): Promise<NotificationDraft | null> {
  const { reviewId, reply, seller, reviewer } = review;
  if (await isBlocking(ctx.db, reviewer.id, seller.id)) return null;
  const name = displayName(seller);
  if (reviewer.mailReviews) {
    const subject = `${oneLine(name)} replied to your review`;
    await mailEvent(ctx, reviewer, {
      list: 'reviews',
      subject,
      lead: `${subject}.`,
      quote: reply,
      action: 'Read the reply',
      path: `/users/${seller.id}`,
      why: "You're receiving this email because you wrote a review",
    });
  }
  return {
    userId: reviewer.id,
    groupKey: `reply:${reviewId}`,
    type: 'reply',
    data: { sellerId: seller.id, name, reply },
  };
}

async function isBlocking(db: Db, blockerId: string, blockedId: string): Promise<boolean> {
  const block = await db
    .selectFrom('blocks')
    .select('blockerId')
    .where((eb) => eb.and({ blockerId, blockedId }))
    .executeTakeFirst();
  return block !== undefined;
}
