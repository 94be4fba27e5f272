import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '@marketplace/db/database';
import { createCollector } from './collector.ts';
import type { DeliveredMark } from './presence.ts';

type Reached = { conversationId: string; userId: string; seq: number };

/**
 * Records which messages have reached a page of their receiver. Marks are collected, stored, and
 * passed to `announce` if they have advanced. The next message or reading replaces a lost mark.
 */
export function createDeliveries(
  { db, log }: { db: Db; log: Logger },
  announce: (marks: DeliveredMark[]) => void,
) {
  const common = {
    delayMs: 300,
    retryMs: 5_000,
    perBatch: 1_000,
    onError: (error: unknown) =>
      log.debug({ err: error }, 'Delivered marks could not be stored; trying again.'),
  };
  const marks = createCollector<Reached>({
    ...common,
    keyOf: ({ conversationId, userId }) => `${conversationId} ${userId}`,
    combine: (one, other) => (other.seq > one.seq ? other : one),
    async flush(reached): Promise<void> {
      const { grown, skipped } = await storeReached(db, reached);
      announce(grown);
      skipped.forEach(marks.add);
    },
  });
  const readers = createCollector<string>({
    ...common,
    delayMs: 100,
    flush: async (userIds) => (await findUnreached(db, userIds)).forEach(marks.add),
  });
  return {
    /** Records that a message was sent to a socket of its receiver. */
    reached(userId: string, { conversationId, seq }: Omit<Reached, 'userId'>) {
      marks.add({ userId, conversationId, seq });
    },
    /** Records that a page of the user started without a feed position and fetches everything. */
    reachedAll: readers.add,
    async close() {
      await readers.close();
      await marks.close();
    },
  };
}

/** Returns the newest message of each conversation that has unread, undelivered messages. */
async function findUnreached(db: Db, userIds: string[]): Promise<Reached[]> {
  const rows = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .select(['p.conversationId', 'p.userId', 'c.lastSeq as seq'])
    .where('p.userId', '=', sql<string>`any(${userIds}::uuid[])`)
    // Messages that were read have been delivered.
    .where('p.unread', '>', 0)
    .where('p.hidden', '=', false)
    .whereRef('p.deliveredSeq', '<', 'c.lastSeq')
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/**
 * Stores the marks that advance. Skips rows that another transaction has locked and returns their
 * marks: messages acquire these locks in another order, so waiting could deadlock.
 */
async function storeReached(
  db: Db,
  marks: Reached[],
): Promise<{ grown: DeliveredMark[]; skipped: Reached[] }> {
  const conversationIds = marks.map((mark) => mark.conversationId);
  const userIds = marks.map((mark) => mark.userId);
  const seqs = marks.map((mark) => mark.seq);
  const { rows } = await sql<Omit<Reached, 'seq'> & { seq: string; otherId: string | null }>`
    with reached as (
      select * from unnest(${conversationIds}::uuid[], ${userIds}::uuid[], ${seqs}::bigint[])
        as t (conversation_id, user_id, seq)
    ), free as (
      select p.conversation_id, p.user_id, reached.seq
      from conversation_participants p join reached using (conversation_id, user_id)
      where p.delivered_seq < reached.seq and not p.hidden
      order by p.conversation_id, p.user_id
      for no key update of p skip locked
    ), grown as (
      update conversation_participants p set delivered_seq = free.seq
      from free
      where p.conversation_id = free.conversation_id and p.user_id = free.user_id
      returning p.conversation_id, p.user_id, p.other_id
    )
    select reached.*, grown.other_id
    from reached
    join conversation_participants p using (conversation_id, user_id)
    left join grown using (conversation_id, user_id)
    where p.delivered_seq < reached.seq and not p.hidden`.execute(db);
  const grown: DeliveredMark[] = [];
  const skipped: Reached[] = [];
  for (const { conversationId, userId, seq, otherId } of rows) {
    if (otherId === null) skipped.push({ conversationId, userId, seq: Number(seq) });
    else grown.push({ to: otherId, conversationId, userId, upToSeq: Number(seq) });
  }
  return { grown, skipped };
}
