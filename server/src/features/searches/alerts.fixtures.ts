import { sql, type Updateable } from 'kysely';
import type { Listings } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import type { FilterInput } from '@marketplace/shared/listings/inputs';
import { insertListing } from '../listings/listings.fixtures.ts';
import { listNotifications } from '../notifications/notifications.ts';
import { columnsOf } from './standing-search.ts';

interface SearchOptions {
  name?: string;
  frequency?: 'instant' | 'daily' | 'weekly';
  user?: Session['user'];
}

/**
 * Inserts a standing search into the database, by default of a new user who gets instant alerts.
 */
export async function insertSearch(
  { db }: AppContext,
  filter: FilterInput,
  { name = 'Road bike', frequency = 'instant', user: given }: SearchOptions = {},
) {
  const user = given ?? (await createTestUser(db));
  const columns = await columnsOf(db, filter);
  if (!columns) throw new Error('No listing can match this search.');
  const { id } = await db
    .insertInto('standingSearches')
    .values({ ...columns, userId: user.id, name, frequency, filter: JSON.stringify(filter) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, user };
}

/**
 * Returns the alerts that a user got, oldest first: the counts and texts of notifications, and the
 * subjects of emails.
 */
export async function alertsOf(ctx: AppContext, user: { id: string; email: string }) {
  const { items } = await listNotifications(ctx.db, user.id, { limit: 20 });
  const mails = await queuedMails(ctx, user.email);
  return {
    notified: items
      .filter(({ type }) => type === 'alert')
      .map(({ count, title, body }) => ({ count, title, body }))
      .toReversed(),
    mailed: mails.map(({ subject }) => subject).toReversed(),
  };
}

export async function countAlerts(ctx: AppContext, user: { id: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from notifications
    where user_id = ${user.id} and type = 'alert'`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

/** Makes all waiting daily and weekly alerts due. */
export async function makeAlertsDue({ db }: AppContext): Promise<void> {
  await sql`update search_matches set due_at = now() where due_at < 'infinity'`.execute(db);
}

/** A filter that the listings of `stepsOf` match. */
export const bikes = { search: 'bike', maxPrice: '100' };

/** Returns steps that change a seller's listings or a user's searches directly in the database. */
export function stepsOf({ db }: AppContext, seller: { id: string }) {
  const change = (id: string, changes: Updateable<Listings>) =>
    db.updateTable('listings').set(changes).where('id', '=', id).execute();
  return {
    publish: (values: Parameters<typeof insertListing>[2] = {}) =>
      insertListing(db, seller.id, { title: 'Road bike', price: '80.00', ...values }),
    change,
    hide: (id: string) => change(id, { isActive: false }),
    show: (id: string) => change(id, { isActive: true }),
    reserve: (id: string) => change(id, { availability: 'reserved' }),
    free: (id: string) => change(id, { availability: 'available' }),
    pause: (id: string, paused = true) =>
      db
        .updateTable('standingSearches')
        .set({ pausedAt: paused ? new Date() : null })
        .where('id', '=', id)
        .execute(),
    block: (blockerId: string, blockedId: string) =>
      db.insertInto('blocks').values({ blockerId, blockedId }).execute(),
  };
}
