import type { Insertable } from 'kysely';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings } from '@marketplace/db/types.generated';
import type { Session } from '../../context.ts';
import type { AppContext } from '../../app-context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory, mergeRouters } from '../../trpc.ts';
import { blocksRouter } from '../blocks/blocks.router.ts';
import { jpegWithGps } from '../media/images.fixtures.ts';
import { storeImage } from '../media/images.ts';
import { messagingRouter } from './messaging.router.ts';

const createMessagingCaller = createCallerFactory(mergeRouters(messagingRouter, blocksRouter));

/** Returns the messaging procedures with this user as the caller. */
export function messagingOf(ctx: AppContext, user: Session['user']) {
  return createMessagingCaller(contextOfUser(ctx, user));
}

/** Inserts a listing, public unless `values` say otherwise, and returns its id. */
export async function createTestListing(
  db: Db,
  sellerId: string,
  values: Partial<Insertable<Listings>> = {},
): Promise<string> {
  const { id } = await db
    .insertInto('listings')
    .values({ sellerId, title: 'Oak table', price: '120.00', ...values })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Creates a seller, a buyer, a listing and a conversation about it without messages. */
export async function createTestConversation(ctx: AppContext) {
  const seller = await createTestUser(ctx.db);
  const buyer = await createTestUser(ctx.db);
  const listingId = await createTestListing(ctx.db, seller.id);
  const { id } = await messagingOf(ctx, buyer).openConversation({ listingId });
  return { id, listingId, buyer, seller };
}

export function draft(content: string) {
  return { clientId: randomUUID(), content };
}

/** Stores a phone photo that the user uploaded for a message, and returns its path. */
export async function uploadPhoto(ctx: AppContext, { id }: { id: string }): Promise<string> {
  const file = { fileName: 'photo.jpg', body: await jpegWithGps(64, 48), isPrivate: true };
  return (await storeImage(ctx, id, file)).url;
}

export function photos(...images: string[]) {
  return { clientId: randomUUID(), images };
}

/** Returns a generator of random integers from 0 to `below` - 1, repeatable by its seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/**
 * Recounts every stored counter, position and mark from the messages, events and blocks, and
 * returns a row for each that is wrong.
 */
export async function findWrongCounters(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    with counted as (
      select p.conversation_id, p.user_id, p.unread, p.read_seq, p.hidden,
        (select count(*) from messages m where m.conversation_id = p.conversation_id
          and m.seq > p.read_seq and m.sender_id <> p.user_id) as recounted
      from conversation_participants p
    )
    select 'participant' as what, c.user_id, unread, recounted from counted c
    where unread <> recounted
    union all
    select 'feed', f.user_id, f.unread, coalesce(sum(c.recounted), 0)
    from feeds f left join counted c on c.user_id = f.user_id and not c.hidden
    group by f.user_id, f.unread having f.unread <> coalesce(sum(c.recounted), 0)
    union all
    select 'hidden', p.user_id, 0, 0
    from conversation_participants p left join blocks b
      on b.blocker_id = p.user_id and b.blocked_id = p.other_id
    where p.hidden <> (b.blocker_id is not null)
    union all
    -- Archived conversations have no unread messages.
    select 'archived', user_id, unread, 0 from conversation_participants where archived and unread > 0
    union all
    select 'blocked', c.id, 0, 0
    from conversations c where c.blocked <> exists (
      select from blocks where (blocker_id, blocked_id) in
        ((c.buyer_id, c.seller_id), (c.seller_id, c.buyer_id)))
    union all
    select 'positions', f.user_id, f.last_seq, count(e.seq)
    from feeds f left join feed_events e using (user_id)
    group by f.user_id, f.last_seq
    having f.last_seq <> count(e.seq) or f.last_seq <> coalesce(max(e.seq), 0)
    union all
    select 'seq', c.id, c.last_seq, count(m.seq)
    from conversations c left join messages m on m.conversation_id = c.id
    group by c.id, c.last_seq
    having c.last_seq <> count(m.seq) or c.last_seq <> coalesce(max(m.seq), 0)
    union all
    select 'listed', c.id, 0, 0 from conversations c
    where c.listed_at not between c.last_message_at - interval '10 minutes' and c.last_message_at
    union all
    select 'newest', c.id, 0, 0
    from conversations c join conversation_participants p on p.conversation_id = c.id
    where p.last_message_at not between c.last_message_at - interval '10 minutes'
      and c.last_message_at
    union all
    -- The server sorts by the participant's time, an open page by the conversation's time.
    select 'order', user_id, 0, 0 from (
      select p.user_id,
        row_number() over (partition by p.user_id order by p.last_message_at, c.id) as on_server,
        row_number() over (partition by p.user_id order by c.last_message_at, c.id) as on_page
      from conversation_participants p join conversations c on c.id = p.conversation_id
    ) ranked where on_server <> on_page`.execute(db);
  return rows;
}
