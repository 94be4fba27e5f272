import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createCallerFactory } from '../../trpc.ts';
import type { NotificationPayload } from './notification.view.ts';
import { notificationsRouter } from './notifications.router.ts';
import { notify } from './notifications.ts';

const createNotificationsCaller = createCallerFactory(notificationsRouter);

/** Returns the notification procedures with this user as the caller. */
export function notificationsOf(ctx: AppContext, user: Session['user']) {
  return createNotificationsCaller(contextOfUser(ctx, user));
}

/** Returns a notification about a review of `sellerId` by `name`. */
export function reviewOf(sellerId: string, name = 'Ann'): NotificationPayload {
  return { type: 'review', data: { sellerId, name, rating: 4, comment: null } };
}

/** Notifies a user as features do: in a transaction, and the user's open pages after the commit. */
export async function notifyUser(
  { db, hub }: Pick<AppContext, 'db' | 'hub'>,
  userId: string,
  { groupKey, ...payload }: NotificationPayload & { groupKey?: string } = reviewOf(userId),
): Promise<void> {
  const draft = { ...payload, userId, groupKey: groupKey ?? `review:${userId}` };
  hub.deliver(await db.transaction().execute((trx) => notify(trx, draft)));
}
