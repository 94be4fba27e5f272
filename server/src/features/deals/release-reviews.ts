import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Reviews } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import { lockFeeds, type StoredEntry } from '../../realtime/feed.ts';
import type { NotificationDraft } from '../notifications/notification.view.ts';
import { notify } from '../notifications/notifications.ts';
import { judgeReview, openHeldCase } from '../reviews/judge-review.ts';
import { mailReview } from '../reviews/review-mail.ts';
import { lockPeople, lockReviewsBy } from '../reviews/review-people.ts';
import { updateRating } from '../reviews/submit-review.ts';

type ReleaseContext = Pick<AppContext, 'db' | 'secrets' | 'config'>;
type People = Awaited<ReturnType<typeof lockPeople>>;

/** The events and cases to publish after the commit. */
export interface Published {
  entries: StoredEntry[];
  caseIds: string[];
}

/** Publishes the events and cases of a transaction that released reviews. */
export function publishReleased({ hub }: Pick<AppContext, 'hub'>, released: Published): void {
  const { entries, caseIds } = released;
  hub.deliver(entries);
  for (const caseId of caseIds) hub.admin.publish({ type: 'report', caseId, change: 'reported' });
}

/**
 * Releases the sealed reviews of a sale. Each replaces an earlier one by its author about the same
 * listing and person. `judgeReview` decides which of them count. Lock
 * both people with `lockForReviews`, and then their feeds, before the call.
 */
export async function releaseSealed(
  ctx: ReleaseContext,
  release: { sale: { id: string; verified: boolean }; people: People; published: Published },
): Promise<void> {
  const { sale, people, published } = release;
  const sealed = await ctx.db
    .selectFrom('reviews')
    .selectAll()
    .where((eb) => eb.and({ saleId: sale.id, state: 'sealed' }))
    .forNoKeyUpdate()
    .execute();
  // `notify` must be called in ascending order of user ids.
  for (const review of sealed.toSorted((a, b) => (a.sellerId < b.sellerId ? -1 : 1))) {
    const state = await publish(ctx.db, review, sale.verified);
    if (state === 'held') published.caseIds.push(await openHeldCase(ctx.db, review.id));
    const draft = state === 'public' ? await mailPublished(ctx, review, people) : null;
    if (draft) published.entries.push(...(await notify(ctx.db, draft)));
  }
}

/** Replaces an earlier review by a sealed one, which gets its reply. Returns the new state. */
async function publish(db: Db, sealed: Selectable<Reviews>, isVerified: boolean): Promise<string> {
  const { id, reviewerId, sellerId, listingId, rating, about } = sealed;
  const earlier = await db
    .deleteFrom('reviews')
    // `=` matches no review of a deleted author, unlike a filter by object.
    .where('reviewerId', '=', reviewerId)
    .where((eb) => eb.and({ sellerId, listingId }))
    .where('state', '<>', 'sealed')
    .returning(['rating', 'state', 'about', 'reply', 'repliedAt'])
    .executeTakeFirst();
  const now = sql<Date>`clock_timestamp()`;
  await db
    .updateTable('reviews')
    .set({ state: 'uncounted', releaseAt: null, createdAt: now, updatedAt: now })
    .set({ reply: earlier?.reply ?? null, repliedAt: earlier?.repliedAt ?? null })
    .where('id', '=', id)
    .execute();
  const state = await judgeReview(db, id, isVerified);
  await db.updateTable('reviews').set({ state }).where('id', '=', id).execute();
  await updateRating(db, sellerId, { before: earlier, after: { rating, state, about } });
  return state;
}

/** Mails a review that is now public to its subject, and returns the notification about it. */
async function mailPublished(
  ctx: ReleaseContext,
  { listingId, reviewerId, sellerId, rating, comment }: Selectable<Reviews>,
  people: People,
): Promise<NotificationDraft | null> {
  const seller = people.get(sellerId);
  const reviewer = people.get(reviewerId ?? '');
  if (!seller?.isActive || !reviewer) return null;
  const listing = await ctx.db
    .selectFrom('listings')
    .select('title')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow();
  return mailReview(ctx, { rating, comment, change: 'first', listing, seller, reviewer });
}

/** How many sales one query returns. */
const batchSize = 100;

/**
 * Runs the job `releaseReviews`: releases reviews that were sealed for seven days. Workers may run
 * it concurrently.
 */
export async function releaseReviews(ctx: ReleaseContext & Pick<AppContext, 'hub'>): Promise<void> {
  const { rows } = await sql<{ id: string; buyerId: string; sellerId: string }>`
    select distinct s.id, c.buyer_id, c.seller_id
    from reviews r
    join sales s on s.id = r.sale_id
    join conversations c on c.id = s.conversation_id
    where r.release_at <= now()
    limit ${batchSize}`.execute(ctx.db);
  for (const { id, buyerId, sellerId } of rows) {
    const published: Published = { entries: [], caseIds: [] };
    await ctx.db.transaction().execute(async (trx) => {
      const people = await lockForReviews(trx, [buyerId, sellerId]);
      await lockFeeds(trx, [buyerId, sellerId]);
      const sale = await trx
        .selectFrom('sales')
        .select(['id', 'verified', 'undoneAt'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (sale.undoneAt && !sale.verified) return removeSealed(trx, id);
      await releaseSealed({ ...ctx, db: trx }, { sale, people, published });
    });
    publishReleased(ctx, published);
  }
  if (rows.length === batchSize) await releaseReviews(ctx);
}

/** Locks two people as authors and as rated users, in the order of every change of reviews. */
export async function lockForReviews(trx: Db, ids: [string, string]) {
  for (const id of ids.toSorted()) await lockReviewsBy(trx, id);
  return lockPeople(trx, ids);
}

/** Removes the sealed reviews of a sale, which nobody but their authors could read. */
export async function removeSealed(db: Db, saleId: string): Promise<void> {
  await db
    .deleteFrom('reviews')
    .where((eb) => eb.and({ saleId, state: 'sealed' }))
    .execute();
}
