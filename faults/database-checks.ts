import { findWrongCounters } from '@marketplace/server/features/messaging/messaging.fixtures';
import { findDealFaults } from './deals.ts';
import type { Person } from './person.ts';
import type { World } from './world.ts';

interface StoredMessage {
  conversationId: string;
  senderId: string;
  content: string;
}

/**
 * Returns the errors in the database, compared with what people wrote: an acknowledged message that
 * is missing, duplicated or out of order, a message without an author, a gap in the numbers of a
 * conversation or in the positions of a feed, and a wrong counter.
 */
export async function findDatabaseFaults({ postgres, people }: World): Promise<string[]> {
  const { db, rows } = postgres;
  const stored = await rows<StoredMessage>(
    `select conversation_id as "conversationId", sender_id as "senderId", content
      from messages where kind = 'text' order by conversation_id, seq`,
  );
  const wrong = await findWrongCounters(db);
  const doubled = await rows(
    'select sender_id, client_id from messages group by 1, 2 having count(*) > 1',
  );
  const gaps = await rows(
    `select 'seq' as gap, conversation_id as id, seq from (
        select conversation_id, seq, lag(seq, 1, 0) over (partition by conversation_id order by seq)
          as before from messages
      ) m where seq <> before + 1
      union all
      select 'position', user_id, seq from (
        select user_id, seq, lag(seq, 1, 0) over (partition by user_id order by seq)
          as before from feed_events
      ) e where seq <> before + 1`,
  );
  return [
    ...people.flatMap((person) => findLostMessages(person, stored)),
    ...findMessagesOfStrangers(people, stored),
    ...(await findDealFaults(postgres, people)),
    ...[...wrong, ...doubled, ...gaps].map((row) => `in the database: ${JSON.stringify(row)}`),
  ];
}

/**
 * Compares a person's acknowledged messages in each conversation with the stored ones: all must be
 * there, once, in order.
 */
function findLostMessages({ account, sentMessages }: Person, stored: StoredMessage[]): string[] {
  const written = listsByConversation(sentMessages.filter(({ state }) => state === 'acknowledged'));
  const own = listsByConversation(stored.filter(({ senderId }) => senderId === account.id));
  return [...new Set([...written.keys(), ...own.keys()])].flatMap((id) => {
    const [expected, found] = [written.get(id) ?? [], own.get(id) ?? []];
    const at = expected.findIndex((content, n) => content !== found[n]);
    if (at === -1 && found.length === expected.length) return [];
    const where = at === -1 ? expected.length : at;
    return [
      `${account.name} in ${id}: wrote ${expected.length}, stored are ${found.length}; the first ` +
        `difference is ${JSON.stringify([expected[where], found[where]])}`,
    ];
  });
}

function listsByConversation(items: { conversationId: string; content: string }[]) {
  const lists = new Map<string, string[]>();
  for (const { conversationId, content } of items) {
    lists.set(conversationId, [...(lists.get(conversationId) ?? []), content]);
  }
  return lists;
}

function findMessagesOfStrangers(people: Person[], stored: StoredMessage[]): string[] {
  const known = new Set(people.map(({ account }) => account.id));
  return stored
    .filter(({ senderId }) => !known.has(senderId))
    .map(({ senderId }) => `a message of ${senderId}, who is nobody here`);
}
