import { randomUUID } from 'node:crypto';
import { cookieName } from '@marketplace/server/platform/http';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { startSession } from '@marketplace/server/features/auth/sessions';
import type { Database } from './databases.ts';
import { sessionSecret } from './processes.ts';

export interface SignedIn {
  id: string;
  /** The person's cookie header. */
  cookie: string;
}

/** Creates `count` members, each with a session. */
export async function createPeople({ pool, db }: Database, count: number): Promise<SignedIn[]> {
  const { rows } = await pool.query(
    `with made as (
       insert into users (email, username, standing)
       select 'bench-' || n || '-' || $2 || '@example.com', 'b' || n || '-' || left($2, 30), 1
       from generate_series(1, $1::int) n returning id
     ), fed as (insert into feeds (user_id) select id from made)
     select id from made`,
    [count, randomUUID()],
  );
  const secrets = createSecrets(sessionSecret);
  const name = cookieName('session', false);
  return Promise.all(
    rows.map(async ({ id }: { id: string }) => {
      const { token } = await startSession(db, secrets, { userId: id, userAgent: 'bench' });
      return { id, cookie: `${name}=${token}` };
    }),
  );
}

/**
 * Creates a conversation without messages for each pair of a buyer and a seller. Returns their ids
 * in the same order.
 */
export async function createConversations(
  { pool }: Database,
  pairs: { buyer: SignedIn; seller: SignedIn }[],
): Promise<string[]> {
  const { rows } = await pool.query(
    `with pairs as (
       select n, buyer, seller, gen_random_uuid() as listing, gen_random_uuid() as conversation
       from unnest($1::uuid[], $2::uuid[]) with ordinality as t (buyer, seller, n)
     ), listed as (
       insert into listings (id, seller_id, title, price)
       select listing, seller, 'Oak table', 120 from pairs
     ), opened as (
       insert into conversations (id, listing_id, listing_title, buyer_id, seller_id)
       select conversation, listing, 'Oak table', buyer, seller from pairs
     ), joined as (
       insert into conversation_participants (conversation_id, user_id, other_id)
       select conversation, buyer, seller from pairs
       union all select conversation, seller, buyer from pairs
     )
     select conversation as id from pairs order by n`,
    [pairs.map(({ buyer }) => buyer.id), pairs.map(({ seller }) => seller.id)],
  );
  return rows.map(({ id }: { id: string }) => id);
}

/** Fills each conversation with messages from the buyer, the last `unread` of them unread. */
export async function addMessages(
  { pool }: Database,
  conversations: string[],
  { messages, unread }: { messages: number; unread: number },
): Promise<void> {
  await pool.query(
    `insert into messages (conversation_id, seq, sender_id, client_id, content)
     select c.id, n, c.buyer_id, gen_random_uuid(), 'Message ' || n
     from conversations c, generate_series(1, $2::int) n where c.id = any($1::uuid[])`,
    [conversations, messages],
  );
  await pool.query(
    `update conversations set last_seq = $2::int, last_message = 'Message ' || $2::int,
       last_sender_id = buyer_id where id = any($1::uuid[])`,
    [conversations, messages],
  );
  await pool.query(
    `update conversation_participants p
     set read_seq = $2::int - case when p.user_id = c.seller_id then $3::int else 0 end,
       unread = case when p.user_id = c.seller_id then $3::int else 0 end
     from conversations c
     where c.id = p.conversation_id and c.id = any($1::uuid[])`,
    [conversations, messages, unread],
  );
  await pool.query(
    `update feeds f set unread = u.unread
     from (select user_id, sum(unread)::int as unread from conversation_participants group by 1) u
     where u.user_id = f.user_id`,
  );
}
