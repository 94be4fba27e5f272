import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';
import type { DeliveredMark } from './presence.ts';

/** Notes what has reached a page of its receiver. All calls return at once and never throw. */
export interface Deliveries {
  /** The message was handed to a socket of the user, who did not send it. */
  reached(userId: string, message: { conversationId: string; seq: number }): void;
  /** A page of the user has begun without a position: it fetches all there is. */
  reachedAll(userId: string): void;
  /** Stores and tells what is left. */
  close(): Promise<void>;
}

interface Reached {
  conversationId: string;
  userId: string;
  seq: number;
}

/** How long marks are gathered: one write, however many messages a conversation sees meanwhile. */
const gatherMs = 300;
const retryMs = 5_000;
/** Marks in one statement. */
const storedAtOnce = 1_000;

/**
 * The marks of this instance: gathered, stored, and given to `tell` where they have grown. One that
 * is lost with the instance is made up for by the next message, or by reading.
 */
export function createDeliveries(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  tell: (marks: DeliveredMark[]) => void,
): Deliveries {
  let marks = new Map<string, Reached>();
  let users = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let storing = Promise.resolve();
  let isClosing = false;

  const note = (mark: Reached) => {
    const key = `${mark.conversationId} ${mark.userId}`;
    if (mark.seq > (marks.get(key)?.seq ?? 0)) marks.set(key, mark);
  };
  const storeIn = (ms: number) => {
    if (isClosing) return;
    timer ??= setTimeout(() => {
      timer = null;
      storing = storing.then(store);
    }, ms);
  };
  const store = async () => {
    const [everything, taken] = [users, marks];
    users = new Set();
    marks = new Map();
    try {
      (await findUnreached(db, [...everything])).forEach(note);
      taken.forEach(note);
      const all = [...marks.values()];
      marks = new Map();
      for (let at = 0; at < all.length; at += storedAtOnce) {
        const { grown, skipped } = await storeReached(db, all.slice(at, at + storedAtOnce));
        tell(grown);
        skipped.forEach(note);
      }
      if (marks.size > 0) storeIn(gatherMs);
    } catch (error) {
      log.debug({ err: error }, 'Delivered marks could not be stored; trying on.');
      taken.forEach(note);
      for (const userId of everything) users.add(userId);
      storeIn(retryMs);
    }
  };
  return {
    reached(userId, { conversationId, seq }) {
      note({ userId, conversationId, seq });
      storeIn(gatherMs);
    },
    reachedAll(userId) {
      users.add(userId);
      storeIn(gatherMs);
    },
    async close() {
      isClosing = true;
      if (timer) clearTimeout(timer);
      storing = storing.then(store);
      await storing;
    },
  };
}

/** The newest message of each conversation where something unread has not reached its reader. */
async function findUnreached(db: Db, userIds: string[]): Promise<Reached[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .select(['p.conversationId', 'p.userId', 'c.lastSeq as seq'])
    .where('p.userId', '=', sql<string>`any(${userIds}::uuid[])`)
    // What is read has arrived.
    .where('p.unread', '>', 0)
    .where('p.hidden', '=', false)
    .whereRef('p.deliveredSeq', '<', 'c.lastSeq')
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
}

/**
 * Stores the marks that grow. A row that somebody holds is skipped and given back: these locks are
 * not taken in the order that messages take theirs, and so must never wait for them.
 */
async function storeReached(
  db: Db,
  marks: Reached[],
): Promise<{ grown: DeliveredMark[]; skipped: Reached[] }> {
  const conversationIds = marks.map((mark) => mark.conversationId);
  const userIds = marks.map((mark) => mark.userId);
  const seqs = marks.map((mark) => mark.seq);
  const { rows } = await sql<Omit<Reached, 'seq'> & { seq: string; otherId: string | null }>`
    with told as (
      select * from unnest(${conversationIds}::uuid[], ${userIds}::uuid[], ${seqs}::bigint[])
        as t (conversation_id, user_id, seq)
    ), taken as (
      select p.conversation_id, p.user_id, told.seq
      from conversation_participants p join told using (conversation_id, user_id)
      where p.delivered_seq < told.seq and not p.hidden
      order by p.conversation_id, p.user_id
      for no key update of p skip locked
    ), grown as (
      update conversation_participants p set delivered_seq = taken.seq
      from taken
      where p.conversation_id = taken.conversation_id and p.user_id = taken.user_id
      returning p.conversation_id, p.user_id, p.other_id
    )
    select told.*, grown.other_id
    from told
    join conversation_participants p using (conversation_id, user_id)
    left join grown using (conversation_id, user_id)
    where p.delivered_seq < told.seq and not p.hidden`.execute(db);
  const grown: DeliveredMark[] = [];
  const skipped: Reached[] = [];
  for (const { conversationId, userId, seq, otherId } of rows) {
    if (otherId === null) skipped.push({ conversationId, userId, seq: Number(seq) });
    else grown.push({ to: otherId, conversationId, userId, upToSeq: Number(seq) });
  }
  return { grown, skipped };
}
