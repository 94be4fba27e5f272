import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { preferencesInput } from '@marketplace/shared/notifications/inputs';
import {
  mailList,
  type preferencesView,
  type unsubscribedView,
} from '@marketplace/shared/notifications/views';
import { maskEmail } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import { readSealed } from '../../platform/secrets.ts';

/** Which email a user gets. */
type Preferences = z.output<typeof preferencesView>;

const choices = [
  'mailMessages as messages',
  'mailReviews as reviews',
  'mailDeals as deals',
  'mailAlerts as alerts',
] as const;

/** The choices of a user who exists. */
export async function getPreferences(db: Db, userId: string): Promise<Preferences> {
  return db.selectFrom('users').select(choices).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Changes what is given and returns all choices of the user. */
export async function updatePreferences(
  db: Db,
  userId: string,
  { messages, reviews, deals, alerts }: z.output<typeof preferencesInput>,
): Promise<Preferences> {
  return db
    .updateTable('users')
    .set((eb) => ({
      mailMessages: messages ?? eb.ref('mailMessages'),
      mailReviews: reviews ?? eb.ref('mailReviews'),
      mailDeals: deals ?? eb.ref('mailDeals'),
      mailAlerts: alerts ?? eb.ref('mailAlerts'),
    }))
    .where('id', '=', userId)
    .returning(choices)
    .executeTakeFirstOrThrow();
}

const subscription = z.object({
  userId: z.string(),
  list: mailList,
  /** One saved search of the user's. */
  searchId: z.string().optional(),
});

type Subscription = z.output<typeof subscription>;
export type MailList = z.output<typeof mailList>;

const columns = {
  messages: 'mailMessages',
  reviews: 'mailReviews',
  deals: 'mailDeals',
  alerts: 'mailAlerts',
} as const satisfies Record<MailList, string>;

/**
 * The address that ends a user's email of one list: about unread messages, about reviews and
 * replies to them, about deals, or about what all saved searches, or one of them, have found. Its token is
 * sealed, so that it reveals nothing about the user, and does not expire, as an email may be opened years
 * later.
 */
export function unsubscribeUrl(
  { secrets, config }: Pick<AppContext, 'secrets'> & { config: { publicUrl: string } },
  userId: string,
  of: Omit<Subscription, 'userId'> = { list: 'messages' },
): string {
  const token = secrets.seal({ userId, ...of } satisfies Subscription);
  return `${config.publicUrl}/unsubscribe?token=${token}`;
}

/**
 * Ends the email that the token is about, also if it has ended already, and returns the masked address. A
 * token of one saved search pauses the search; where that is gone, there is nothing left to end. Throws
 * BAD_REQUEST for a token that was never issued, or whose user is gone.
 */
export async function unsubscribe(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<z.output<typeof unsubscribedView>> {
  const ended = readSealed(secrets, token, subscription);
  const user = ended && (await endMail(db, ended));
  if (!user) throw new AppError('BAD_REQUEST', "This unsubscribe link isn't valid.");
  return { email: maskEmail(user.email), list: ended.list, search: user.search };
}

async function endMail(db: Db, { userId, list, searchId }: Subscription) {
  const search = searchId === undefined ? null : await pauseSearch(db, userId, searchId);
  const user = await db
    .updateTable('users')
    .set(searchId === undefined ? { [columns[list]]: false } : { id: sql`id` })
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return user && { ...user, search };
}

/** Pauses a search and returns its name. */
async function pauseSearch(db: Db, userId: string, id: string): Promise<string> {
  const paused = await db
    .updateTable('standingSearches')
    .set({ pausedAt: sql<Date>`coalesce(paused_at, now())` })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return paused?.name ?? '';
}
