import { sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { adminConversationsInput } from '@marketplace/shared/admin/inputs';
import type { AdminConversation } from '@marketplace/shared/admin/views';
import type { Page } from '@marketplace/shared/pagination';
import { decodeCursor, pageOfRows } from '../../platform/cursor.ts';
import { readTotals } from '../../realtime/totals.ts';
import { withTimeLimit } from '../../platform/time-limit.ts';
import { conversationMatches, viewPerson } from './people.ts';

/** A page of all conversations, the newest message first; `total` where nothing narrows it down. */
export async function listConversations(
  db: Db,
  { cursor, limit, search }: output<typeof adminConversationsInput>,
): Promise<Page<AdminConversation> & { total?: number }> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await withTimeLimit(db, async (trx) => {
    let conversations = conversationsOf(trx);
    if (search) {
      const matching = await conversationMatches(trx, search, 'c.id');
      if (!matching) return [];
      conversations = conversations.where(matching);
    }
    if (after) {
      conversations = conversations.where(
        sql<boolean>`(c.last_message_at, c.id) < (${after.at}, ${after.id})`,
      );
    }
    return conversations
      .orderBy('c.lastMessageAt', 'desc')
      .orderBy('c.id', 'desc')
      .limit(limit + 1)
      .execute();
  });
  const page = pageOfRows(rows, limit, (row) => ({ at: row.lastMessageAt, id: row.id }));
  return {
    ...page,
    items: page.items.map(viewConversation),
    ...(search ? {} : { total: (await readTotals(db)).conversations }),
  };
}

function conversationsOf(db: Db) {
  return db
    .selectFrom('conversations as c')
    .innerJoin('users as b', 'b.id', 'c.buyerId')
    .innerJoin('users as s', 's.id', 'c.sellerId')
    .innerJoin('listings as l', 'l.id', 'c.listingId')
    .select([
      'c.id',
      'c.listingId',
      'c.lastSeq',
      'c.lastMessageAt',
      'c.createdAt',
      'c.buyerId',
      'b.email as buyerEmail',
      'b.firstName as buyerFirstName',
      'b.lastName as buyerLastName',
      'b.username as buyerUsername',
      'b.deletedAt as buyerDeletedAt',
      'c.sellerId',
      's.email as sellerEmail',
      's.firstName as sellerFirstName',
      's.lastName as sellerLastName',
      's.username as sellerUsername',
      's.deletedAt as sellerDeletedAt',
      sql<string>`case when l.deleted_at is null then l.title else c.listing_title end`.as(
        'listingTitle',
      ),
    ]);
}

type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversationsOf>['execute']>>[number];

/** The buyer comes first: they began it. */
function viewConversation(row: ConversationRow): AdminConversation {
  const buyer = viewPerson({
    id: row.buyerId,
    email: row.buyerEmail,
    firstName: row.buyerFirstName,
    lastName: row.buyerLastName,
    username: row.buyerUsername,
    deletedAt: row.buyerDeletedAt,
  });
  const seller = viewPerson({
    id: row.sellerId,
    email: row.sellerEmail,
    firstName: row.sellerFirstName,
    lastName: row.sellerLastName,
    username: row.sellerUsername,
    deletedAt: row.sellerDeletedAt,
  });
  return {
    id: row.id,
    listingId: row.listingId,
    listingTitle: row.listingTitle,
    participants: [buyer, seller],
    messageCount: Number(row.lastSeq),
    lastMessageAt: row.lastMessageAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
