import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Orders } from '@marketplace/db/types.generated';
import { displayName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import { deliveryOf } from './orders.ts';
import { buyerReceipt, sellerReceipt } from './receipt-mail.ts';

/**
 * Mails buyer and seller what was paid, in the transaction of the capture. Neither learns the
 * other's address. Somebody who has left gets none.
 */
export async function queueReceipts(
  { db, secrets, config }: Pick<AppContext, 'secrets' | 'config'> & { db: Db },
  order: Selectable<Orders>,
): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'deletedAt'])
    .where('id', 'in', [order.buyerId, order.sellerId])
    .execute();
  const mails = people.flatMap((person) => {
    const other = people.find((one) => one.id !== person.id);
    if (person.deletedAt || !other) return [];
    const otherName = other.deletedAt ? 'Deleted user' : displayName(other);
    const write = person.id === order.buyerId ? buyerReceipt : sellerReceipt;
    const sold = { ...order, delivery: deliveryOf(order), otherName };
    return { to: person.email, ...write(sold, config) };
  });
  await queueMails(db, secrets, mails);
}
