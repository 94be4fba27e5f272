import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/** How much one mail shows; of the rest it says how many there are. */
const shownConversations = 10;
const shownMessages = 5;
/** Characters of a message that a mail shows. */
const shownCharacters = 300;

/** A user's place in a conversation, and the newest message there. */
export interface Place {
  conversationId: string;
  userId: string;
  upToSeq: string;
}

/** What of a conversation a mail shows. */
export interface UnreadConversation {
  id: string;
  listingTitle: string;
  image: { id: string; width: number; height: number } | null;
  other: { firstName: string | null; lastName: string | null; username: string } | null;
  /** All that is unread and was not mailed. */
  count: number;
  /** The newest of them, oldest first, shortened. */
  messages: string[];
}

/** Of one reader: the newest conversations, and what is unread in those that are left out. */
export interface UnreadMessages {
  conversations: UnreadConversation[];
  count: number;
  leftOut: number;
  /** Seconds since the oldest of them was sent. */
  waited: number;
}

interface Row {
  userId: string;
  id: string;
  listingTitle: string;
  imageId: string | null;
  width: number;
  height: number;
  firstName: string | null;
  lastName: string | null;
  username: string;
  otherDeleted: boolean;
  count: number;
  total: number;
  waited: number;
  messages: string[];
}

/**
 * What is unread in these places and was not mailed yet, by reader; a reader without anything is not
 * in it. Messages of somebody who was deactivated are left out.
 */
export async function loadUnread(db: Db, places: Place[]): Promise<Map<string, UnreadMessages>> {
  const byReader = new Map<string, UnreadMessages>();
  if (places.length === 0) return byReader;
  const { rows } = await sql<Row>`
    with waiting as (
      select p.user_id, p.other_id, p.conversation_id, p.last_message_at, p.upto,
        p.after, w.count,
        sum(w.count) over (partition by p.user_id) as total,
        min(w.oldest) over (partition by p.user_id) as oldest,
        row_number() over (
          partition by p.user_id order by p.last_message_at desc, p.conversation_id
        ) as rank
      from (
        select p.*, greatest(p.read_seq, p.mailed_seq) as after, k.upto
        from unnest(
          ${places.map((place) => place.conversationId)}::uuid[],
          ${places.map((place) => place.userId)}::uuid[],
          ${places.map((place) => place.upToSeq)}::bigint[]
        ) as k (conversation_id, user_id, upto)
        join conversation_participants p using (conversation_id, user_id)
        join users o on o.id = p.other_id and o.deactivated_at is null
      ) p
      cross join lateral (
        select count(*)::integer as count, min(m.created_at) as oldest from messages m
        where m.conversation_id = p.conversation_id and m.sender_id = p.other_id
          and m.seq > p.after and m.seq <= p.upto
      ) w
      where w.count > 0
    )
    select w.user_id as "userId", w.conversation_id as id, w.count, w.total::integer,
      extract(epoch from now() - w.oldest)::float8 as waited,
      case when l.deleted_at is null then l.title else c.listing_title end as "listingTitle",
      i.id as "imageId", i.width, i.height,
      o.first_name as "firstName", o.last_name as "lastName", o.username,
      o.deleted_at is not null as "otherDeleted", m.messages
    from waiting w
    join conversations c on c.id = w.conversation_id
    join listings l on l.id = c.listing_id
    join users o on o.id = w.other_id
    left join listing_images li on li.listing_id = l.id and li.position = 0
      and l.deleted_at is null
    left join images i on i.id = li.image_id
    cross join lateral (
      select array_agg(left(m.content, ${shownCharacters + 1}) order by m.seq) as messages
      from (
        select m.content, m.seq from messages m
        where m.conversation_id = w.conversation_id and m.sender_id = w.other_id
          and m.seq > w.after and m.seq <= w.upto
        order by m.seq desc limit ${shownMessages}
      ) m
    ) m
    where w.rank <= ${shownConversations}
    order by w.user_id, w.rank`.execute(db);
  for (const row of rows) {
    const reader = byReader.get(row.userId) ?? {
      conversations: [],
      count: row.total,
      leftOut: row.total,
      waited: row.waited,
    };
    reader.conversations.push(conversationOf(row));
    reader.leftOut -= row.count;
    byReader.set(row.userId, reader);
  }
  return byReader;
}

function conversationOf(row: Row): UnreadConversation {
  const { id, listingTitle, imageId, width, height, count } = row;
  const { firstName, lastName, username } = row;
  return {
    id,
    listingTitle,
    image: imageId === null ? null : { id: imageId, width, height },
    other: row.otherDeleted ? null : { firstName, lastName, username },
    count,
    messages: row.messages.map(shorten),
  };
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= shownCharacters) return text;
  return `${characters.slice(0, shownCharacters).join('').trimEnd()}…`;
}
