import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import type { MessageKind } from '@marketplace/shared/messaging/timeline';
import type { NotificationType } from '@marketplace/shared/notifications/views';
import { isolated } from '@marketplace/shared/direction';
import type { PushKind } from '@marketplace/shared/push/constants';
import type { PushContent } from '@marketplace/shared/push/schemas';
import { personName } from '@marketplace/shared/users/names';
import type { PushJob } from '../../platform/jobs.ts';
import { currentTitle } from '../messaging/conversations.ts';
import * as notifications from '../notifications/notification.view.ts';

/** The user who gets a push. `details` is true if it may show the content. */
type Receiver = { userId: string; details: boolean };

type Person = Pick<Selectable<Users>, 'firstName' | 'lastName' | 'username' | 'deletedAt'>;

export type Push = { kind: PushKind; content: PushContent };

/** Returns the content of a push, or null if it was read or a newer push replaces it. */
export function pushOf(db: Db, receiver: Receiver, about: PushJob['about']): Promise<Push | null> {
  return 'seq' in about
    ? pushOfMessage(db, receiver, about)
    : pushOfNotification(db, receiver, about);
}

/** How many characters of a text a push contains. Devices show fewer. */
const shownCharacters = 200;

async function pushOfMessage(
  db: Db,
  { userId, details }: Receiver,
  { conversationId, seq }: { conversationId: string; seq: number },
): Promise<Push | null> {
  const { rows } = await sql<{ kind: MessageKind; content: string; listingTitle: string } & Person>`
    select m.kind, m.content, o.first_name, o.last_name, o.username, o.deleted_at,
      ${currentTitle} as listing_title
    from messages m
    join conversations c on c.id = m.conversation_id
    join listings l on l.id = c.listing_id
    join conversation_participants p on p.conversation_id = m.conversation_id
      and p.user_id = ${userId} and p.other_id = m.sender_id
    join users o on o.id = m.sender_id and o.deactivated_at is null
    where m.conversation_id = ${conversationId} and m.seq = ${seq}
      and m.seq > p.read_seq and not p.hidden
      and not exists (
        select from messages n
        where n.conversation_id = m.conversation_id and n.seq > m.seq
          and n.sender_id = m.sender_id
          and (n.kind in ('text', 'photo')) = (m.kind in ('text', 'photo')))`.execute(db);
  const [message] = rows;
  if (!message) return null;
  const name = isolated(personName(message));
  const kind = ['text', 'photo'].includes(message.kind) ? 'messages' : 'deals';
  const title =
    message.kind === 'text'
      ? `New message from ${name}`
      : notifications.messageTitles[message.kind](name);
  const content = {
    title,
    body: details ? `${isolated(message.listingTitle)}: ${isolated(message.content)}` : null,
    path: `/messages?c=${conversationId}`,
    tag: `${kind}:${conversationId}`,
  };
  return { kind, content: shortened(content) };
}

/** The titles for users who want no details, where the usual title would reveal some. */
const discreetTitles: Partial<Record<NotificationType, string>> = {
  sale: 'Something you sold was paid for',
  'price-drop': 'Price drop on one of your favorites',
  alert: 'Something new for your saved search',
};

async function pushOfNotification(
  db: Db,
  { userId, details }: Receiver,
  { notificationId, at }: { notificationId: string; at: string },
): Promise<Push | null> {
  const row = await db
    .selectFrom('notifications')
    .selectAll()
    .where((eb) => eb.and({ id: notificationId, userId, readAt: null }))
    .where('createdAt', '=', sql<Date>`${at}::timestamptz`)
    .executeTakeFirst();
  if (!row) return null;
  const { type, title, body, path } = notifications.viewNotification(row);
  const kind = notifications.pushKindByType[type];
  if (!kind) return null;
  const content = {
    title: (details ? undefined : discreetTitles[type]) ?? title,
    body: details ? body : null,
    path: path ?? '/notifications',
    tag: row.groupKey,
  };
  return { kind, content: shortened(content) };
}

function shortened({ title, body, ...rest }: PushContent): PushContent {
  return {
    title: notifications.shorten(title, shownCharacters),
    body: body && notifications.shorten(body, shownCharacters),
    ...rest,
  };
}

/** Returns a topic, under which a newer push replaces a waiting one (RFC 8030, section 5.4). */
export function topicOf(tag: string): string {
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32);
}
