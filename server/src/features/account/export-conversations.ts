import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { personName } from '@marketplace/shared/users/names';
import { inPages } from '../../platform/cursor.ts';
import { isReadingShown } from '../messaging/readings.ts';

/** Exports the messages of all conversations, the other people only by their public names. */
export async function* exportMessages(db: Db, userId: string) {
  const conversations = await db
    .selectFrom('conversationParticipants as p')
    .innerJoin('conversations as c', 'c.id', 'p.conversationId')
    .innerJoin('users as o', 'o.id', 'p.otherId')
    .select(['c.id', 'c.listingTitle', 'c.sellerId'])
    .select(['o.firstName', 'o.lastName', 'o.username', 'o.deletedAt'])
    .where('p.userId', '=', userId)
    .execute();
  for (const conversation of conversations) {
    const other = personName(conversation);
    const messages = inPages(
      db
        .selectFrom('messages')
        .select(['seq as id', 'senderId', 'content', 'kind', 'data', 'createdAt'])
        .where('conversationId', '=', conversation.id),
      'seq',
    );
    const you = conversation.sellerId === userId ? 'seller' : 'buyer';
    const about = { conversation: conversation.id, listing: conversation.listingTitle, you };
    for await (const { senderId, content, createdAt: sentAt, ...entry } of messages) {
      const from = senderId === userId ? 'you' : other;
      yield {
        ...about,
        with: other,
        from,
        content,
        ...exportedEntry(entry as TimelineEntry),
        sentAt,
      };
    }
  }
}

/** Exports when admins read the user's conversations, as far as both people see it. */
export async function exportReadings(db: Db, userId: string) {
  const { rows } = await sql<object>`
    select r.conversation_id as conversation, c.listing_title as listing, r.day::text as day,
      r.because
    from conversation_participants p
    join conversations c on c.id = p.conversation_id
    join conversation_readings r on r.conversation_id = c.id
    where p.user_id = ${userId} and ${isReadingShown}
    group by r.conversation_id, c.listing_title, r.day, r.because
    order by r.day, r.conversation_id`.execute(db);
  return rows as object[];
}

/** The rows of each kind of step in a deal, with its exported columns in `about`. */
const dealTables: Record<string, RawBuilder<unknown>> = {
  offer: sql`select id, conversation_id, created_at, made_by as by, jsonb_build_object(
      'amount', amount::text, 'note', note, 'status', status, 'endedAt', ended_at) as about from offers`,
  reservation: sql`select id, conversation_id, created_at, null::uuid as by, jsonb_build_object(
      'until', until, 'status', status, 'endedAt', ended_at) as about from reservations`,
  'place in line': sql`select conversation_id as id, conversation_id, joined_at as created_at,
      buyer_id as by, null::jsonb as about from line_places`,
  meetup: sql`select id, conversation_id, created_at, proposed_by as by, jsonb_build_object(
      'place', place, 'startsAt', starts_at, 'status', status) as about from meetups`,
  sale: sql`select id, conversation_id, sold_at as created_at, null::uuid as by, jsonb_build_object(
      'handedOver', verified, 'undoneAt', undone_at) as about from sales`,
};

/** Exports each step of the user's deals. */
export async function* exportDeals(db: Db, userId: string) {
  for (const [what, rows] of Object.entries(dealTables)) {
    // A step that neither person in particular made has no `from`.
    const { rows: steps } = await sql<{ from: string | null; about: object; createdAt: Date }>`
      select s.conversation_id as conversation, c.listing_title as listing, s.about, s.created_at,
        case when s.by = ${userId} then 'you'
          when s.by is not null then 'the other person' end as "from"
      from (${rows}) s
      join conversations c on c.id = s.conversation_id
      where ${userId} in (c.buyer_id, c.seller_id)
      order by s.created_at, s.id`.execute(db);
    for (const { from, about, createdAt, ...step } of steps)
      yield { what, ...step, ...(from && { from }), ...about, createdAt };
  }
}

/** Names the exported files of photos. All other data is exported as stored. */
function exportedEntry({ kind, data }: TimelineEntry) {
  if (kind !== 'photo') return { kind, data };
  return { kind, data: { pictures: data.images.map(({ id }) => `images/${id}.webp`) } };
}
