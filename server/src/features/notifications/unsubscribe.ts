import * as z from 'zod';
import { maskEmail } from '@marketplace/shared/users/names';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { readSealed } from '../../platform/secrets.ts';

const subscription = z.object({ userId: z.string(), list: z.enum(['messages', 'reviews']) });

type Subscription = z.output<typeof subscription>;

/**
 * The address that ends a user's mail of one list: about unread messages, or about reviews and
 * replies to them. Its token is sealed, so that it says nothing of the user, and does not expire: a
 * mail may be opened years later.
 */
export function unsubscribeUrl(
  { secrets, config }: Pick<AppContext, 'secrets'> & { config: { publicUrl: string } },
  userId: string,
  list: Subscription['list'] = 'messages',
): string {
  const token = secrets.seal({ userId, list } satisfies Subscription);
  return `${config.publicUrl}/unsubscribe?token=${token}`;
}

/**
 * Ends the mail that the token is about, also when it has ended already, and says whose it was.
 * Throws BAD_REQUEST for a token that was never given out, or whose user is gone.
 */
export async function unsubscribe(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<{ email: string }> {
  const ended = readSealed(secrets, token, subscription);
  const user = ended
    ? await db
        .updateTable('users')
        .set(ended.list === 'reviews' ? { mailReviews: false } : { mailMessages: false })
        .where('id', '=', ended.userId)
        .where('deletedAt', 'is', null)
        .returning('email')
        .executeTakeFirst()
    : undefined;
  if (!user) throw new AppError('BAD_REQUEST', 'This unsubscribe link is not valid.');
  return { email: maskEmail(user.email) };
}
