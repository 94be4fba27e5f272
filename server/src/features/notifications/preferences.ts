import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { preferencesInput } from '@marketplace/shared/notifications/inputs';
import type { preferencesView } from '@marketplace/shared/notifications/views';
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
] as const;

/** The choices of a user who exists. */
export async function getPreferences(db: Db, userId: string): Promise<Preferences> {
  return db.selectFrom('users').select(choices).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Changes what is given and returns all choices of the user. */
export async function updatePreferences(
  db: Db,
  userId: string,
  { messages, reviews, deals }: z.output<typeof preferencesInput>,
): Promise<Preferences> {
  return db
    .updateTable('users')
    .set((eb) => ({
      mailMessages: messages ?? eb.ref('mailMessages'),
      mailReviews: reviews ?? eb.ref('mailReviews'),
      mailDeals: deals ?? eb.ref('mailDeals'),
    }))
    .where('id', '=', userId)
    .returning(choices)
    .executeTakeFirstOrThrow();
}

const subscription = z.object({
  userId: z.string(),
  list: z.enum(['messages', 'reviews', 'deals']),
});

type Subscription = z.output<typeof subscription>;
export type MailList = Subscription['list'];

const columns = {
  messages: 'mailMessages',
  reviews: 'mailReviews',
  deals: 'mailDeals',
} as const satisfies Record<MailList, string>;

/**
 * The address that ends a user's email of one list: about unread messages, about reviews and
 * replies to them, or about deals. Its token is sealed, so that it reveals nothing about the user, and does not
 * expire, as an email may be opened years later.
 */
export function unsubscribeUrl(
  { secrets, config }: Pick<AppContext, 'secrets'> & { config: { publicUrl: string } },
  userId: string,
  list: MailList = 'messages',
): string {
  const token = secrets.seal({ userId, list } satisfies Subscription);
  return `${config.publicUrl}/unsubscribe?token=${token}`;
}

/**
 * Ends the email that the token is about, also if it has ended already, and returns the masked address.
 * Throws BAD_REQUEST for a token that was never issued, or whose user is gone.
 */
export async function unsubscribe(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<{ email: string }> {
  const ended = readSealed(secrets, token, subscription);
  const user = ended
    ? await db
        .updateTable('users')
        .set({ [columns[ended.list]]: false })
        .where('id', '=', ended.userId)
        .where('deletedAt', 'is', null)
        .returning('email')
        .executeTakeFirst()
    : undefined;
  if (!user) throw new AppError('BAD_REQUEST', "This unsubscribe link isn't valid.");
  return { email: maskEmail(user.email) };
}
