import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import { loadUnread, type Place, type UnreadMessages } from './load-unread.ts';
import { unreadMail } from './unread-mail-text.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** Users looked at in one transaction: few, since nobody can send to them meanwhile. */
const batchSize = 50;

/** Seconds that a message may stay unread before a mail tells of it. */
const mailDelaySeconds = 10 * 60;
/** Seconds until another look at somebody who is here, or whose messages are changing just now. */
const againWhenHere = 2 * 60;
const againWhenBusy = 1;

type MailContext = Pick<AppContext, 'db' | 'secrets' | 'config'>;

/**
 * The task `mailUnread`: whoever has a message unread for ten minutes and has no page open gets one
 * mail with all that no mail has told them of. Any number of workers may run
 * it at once.
 */
export async function mailUnread(ctx: MailContext): Promise<void> {
  for (;;) {
    const looked = await ctx.db.transaction().execute((tx) => mailBatch({ ...ctx, db: tx }));
    if (looked < batchSize) return;
  }
}

/**
 * Claims users, queues their mail and notes what it tells of, in the caller's transaction, so that a
 * worker that dies has changed nothing. Returns how many users it claimed. Senders lock a place in a
 * conversation first and the feed after it, so once the feeds are locked here nothing is waited for:
 * whose place is locked by another has a turn at the next run.
 */
async function mailBatch({ db, secrets, config }: MailContext & { db: Db }): Promise<number> {
  const users = await claimUsers(db);
  if (users.length === 0) return 0;
  const places = await lockPlaces(db, users);
  const busy = new Set(places.filter((place) => !place.locked).map((place) => place.userId));
  const unread = await loadUnread(db, places);
  const turns = users.map((user) => ({
    ...user,
    ...turnOf(user, busy.has(user.userId) ? 'busy' : unread.get(user.userId)),
  }));
  const mails = turns.flatMap(({ userId, email, mailing }) => {
    if (!mailing) return [];
    const address = unsubscribeUrl({ secrets, config }, userId);
    const content = unreadMail(mailing, { ...config, unsubscribeUrl: address });
    return [{ to: email, ...content, unsubscribeUrl: address }];
  });
  await queueMails(db, secrets, mails);
  const mailed = new Set(turns.filter((turn) => turn.mailing).map((turn) => turn.userId));
  await noteMailed(
    db,
    places.filter((place) => mailed.has(place.userId)),
  );
  await noteLooked(db, turns);
  return users.length;
}

/** What a user gets now, and the seconds until another look at them, if any. */
interface Turn {
  mailing?: UnreadMessages;
  lookAgainIn: number | null;
}

function turnOf(user: DueUser, unread: UnreadMessages | 'busy' | undefined): Turn {
  if (!user.wantsMail || !unread) return { lookAgainIn: null };
  if (user.isHere) return { lookAgainIn: againWhenHere };
  if (unread === 'busy') return { lookAgainIn: againWhenBusy };
  // What was due at first has been read, and this came later.
  if (unread.waited < mailDelaySeconds) return { lookAgainIn: mailDelaySeconds - unread.waited };
  return { mailing: unread, lookAgainIn: null };
}

interface DueUser {
  userId: string;
  email: string;
  wantsMail: boolean;
  /** They have a page open, or had one two minutes ago. */
  isHere: boolean;
}

async function claimUsers(db: Db): Promise<DueUser[]> {
  const { rows } = await sql<DueUser>`
    select f.user_id as "userId", u.email,
      u.mail_messages and u.deactivated_at is null and u.deleted_at is null as "wantsMail",
      coalesce(u.last_seen_at > now() - interval '2 minutes', false) as "isHere"
    from feeds f join users u on u.id = f.user_id
    where f.mail_due_at <= now()
    order by f.mail_due_at
    limit ${batchSize}
    for no key update of f skip locked`.execute(db);
  return rows;
}

/** The users' places in conversations where something is unread that no mail has told of. */
async function lockPlaces(db: Db, users: DueUser[]): Promise<(Place & { locked: boolean })[]> {
  const ids = users.map((user) => user.userId);
  const { rows } = await sql<Place & { locked: boolean }>`
    with places as (
      select p.conversation_id, p.user_id, c.last_seq
      from conversation_participants p join conversations c on c.id = p.conversation_id
      where p.user_id = any(${ids}::uuid[]) and p.unread > 0 and not p.hidden
        and c.last_seq > p.mailed_seq
    ), locked as (
      select p.conversation_id, p.user_id
      from conversation_participants p
      where (p.conversation_id, p.user_id) in (select conversation_id, user_id from places)
      for no key update skip locked
    )
    select conversation_id as "conversationId", user_id as "userId",
      last_seq as "upToSeq", l.user_id is not null as locked
    from places left join locked l using (conversation_id, user_id)`.execute(db);
  return rows;
}

async function noteMailed(db: Db, places: Place[]): Promise<void> {
  if (places.length === 0) return;
  await sql`
    update conversation_participants p set mailed_seq = m.up_to
    from unnest(
      ${places.map((place) => place.conversationId)}::uuid[],
      ${places.map((place) => place.userId)}::uuid[],
      ${places.map((place) => place.upToSeq)}::bigint[]
    ) as m (conversation_id, user_id, up_to)
    where p.conversation_id = m.conversation_id and p.user_id = m.user_id`.execute(db);
}

async function noteLooked(db: Db, turns: (DueUser & Turn)[]): Promise<void> {
  await sql`
    update feeds f set mail_due_at = now() + make_interval(secs => t.seconds)
    from unnest(
      ${turns.map((turn) => turn.userId)}::uuid[],
      ${turns.map((turn) => turn.lookAgainIn)}::float8[]
    ) as t (user_id, seconds)
    where f.user_id = t.user_id`.execute(db);
}
