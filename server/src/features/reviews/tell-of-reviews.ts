import type { Db } from '@marketplace/db/database';
import { displayName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { notify } from '../notifications/notify.ts';
import { unsubscribeUrl } from '../notifications/unsubscribe.ts';
import { replyMail, reviewMail } from './review-mail.ts';
import { isBlocking, type Person } from './review-people.ts';

/** `db` is the transaction of what is told. */
type Telling = Pick<AppContext, 'secrets' | 'config'> & { db: Db };

interface ToldReview {
  rating: number;
  comment: string | null;
  /** A mail tells of a first review only: editing it again and again sends none. */
  change: 'first' | 'edit' | null;
  listing: { title: string };
  seller: Person;
  reviewer: Person;
}

/** Mails the seller a review and returns its notification, or null where they block its author. */
export async function newsOfReview(
  telling: Telling,
  { rating, comment, change, listing, seller, reviewer }: ToldReview,
): Promise<Parameters<typeof notify>[1] | null> {
  const { db, secrets, config } = telling;
  if (await isBlocking(db, seller.id, reviewer.id)) return null;
  const name = displayName(reviewer);
  if (change === 'first' && seller.mailReviews) {
    const address = unsubscribeUrl(telling, seller.id, 'reviews');
    const site = { ...config, unsubscribeUrl: address };
    const told = { name, rating, comment, listingTitle: listing.title, sellerId: seller.id };
    const mail = reviewMail(told, site);
    await queueMail(db, secrets, { to: seller.email, ...mail, unsubscribeUrl: address });
  }
  return {
    userId: seller.id,
    groupKey: `review:${seller.id}`,
    type: 'review',
    data: { sellerId: seller.id, name, rating, comment },
  };
}

/** Tells the author of a review of the seller's reply, unless they block the seller. */
export async function tellOfReply(
  telling: Telling,
  {
    reviewId,
    reply,
    seller,
    reviewer,
  }: {
    reviewId: string;
    reply: string;
    seller: Person;
    reviewer: Person;
  },
): Promise<StoredEntry[]> {
  const { db, secrets, config } = telling;
  if (await isBlocking(db, reviewer.id, seller.id)) return [];
  const name = displayName(seller);
  if (reviewer.mailReviews) {
    const address = unsubscribeUrl(telling, reviewer.id, 'reviews');
    const mail = replyMail(
      { name, reply, sellerId: seller.id },
      { ...config, unsubscribeUrl: address },
    );
    await queueMail(db, secrets, { to: reviewer.email, ...mail, unsubscribeUrl: address });
  }
  return notify(db, {
    userId: reviewer.id,
    groupKey: `reply:${reviewId}`,
    type: 'reply',
    data: { sellerId: seller.id, name, reply },
  });
}
