import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import type { MissingListingView } from '@marketplace/shared/listings/views';
import type { AppContext } from '../../app-context.ts';
import { listListings } from './browse.ts';

/** How many listings are suggested: one row of cards. */
const suggestions = 4;

/** How long the page of a listing that its seller deleted names it. */
const named = sql`interval '30 days'`;

/** What the page of a listing that cannot be seen shows in its place, the same for everybody. */
export async function describeMissing(
  ctx: Pick<AppContext, 'db' | 'coalesce'>,
  id: string,
): Promise<MissingListingView> {
  const deleted = isId(id) ? await findDeleted(ctx.db, id) : undefined;
  const title = deleted?.title ?? null;
  const query = { fold: false, limit: suggestions };
  if (deleted?.category) {
    const { category, town } = deleted;
    const near = town === null ? {} : { sort: 'nearest' as const, near: town };
    const { items } = await listListings(ctx, null, { ...query, category, ...near });
    if (items.length > 0) return { title, category, listings: items };
  }
  const { items } = await listListings(ctx, null, query);
  return { title, category: null, listings: items };
}

/**
 * A listing that its seller deleted lately. Nothing of one that was reported and not cleared, or that
 * an admin acted on, nor of one whose seller has left or was deactivated.
 */
function findDeleted(db: Db, id: string) {
  return db
    .selectFrom('listings')
    .innerJoin('users', 'users.id', 'listings.sellerId')
    .select(['listings.title', 'listings.category', 'listings.town'])
    .where('listings.id', '=', id)
    .where('listings.deletedAt', '>', sql<Date>`now() - ${named}`)
    .where('listings.isActive', '=', true)
    .where('users.deactivatedAt', 'is', null)
    .where('users.deletedAt', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('moderationCases')
            .select('moderationCases.id')
            .where('targetType', '=', 'listing')
            .whereRef('targetId', '=', 'listings.id')
            .where('decision', 'is distinct from', 'dismiss'),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('auditLog')
            .select('auditLog.id')
            .where('targetType', '=', 'listing')
            .whereRef('targetId', '=', 'listings.id'),
        ),
      ),
    )
    .executeTakeFirst();
}
