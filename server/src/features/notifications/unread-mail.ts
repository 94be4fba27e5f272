import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import { currentTitle } from '../messaging/conversations.ts';
import { replyAddress } from '../messaging/mail-replies/reply-address.ts';
import { shorten } from './notification.view.ts';
import { unsubscribeUrl } from './preferences.ts';
import { type UnreadConversation, unreadMail, type UnreadMessages } from './unread-mail-text.ts';

/** Users per transaction. Kept small because sending to them waits until it commits. */
const batchSize = 50;

/** How long a message must be unread before an email is sent, in seconds. */
const mailDelaySeconds = 10 * 60;
/** Seconds until the next check of a user who has a page open, or whose conversation is locked. */
const recheckIfHere = 2 * 60;
const recheckIfBusy = 1;

type MailContext = Pick<AppContext, 'db' | 'secrets' | 'config'>;

/**
 * Runs the job `mailUnread`: a user with a message unread for ten minutes and no page open gets one
 * email with all unread messages that no earlier one had. Workers may run it concurrently.
 */
export async function mailUnread(ctx: MailContext): Promise<void> {
  for (;;) {
    const claimed = await ctx.db.transaction().execute((tx) => mailBatch({ ...ctx, db: tx }));
    if (claimed < batchSize) return;
  }
}

/**
 * Claims users, queues their emails and records what was mailed in one transaction, so that a
 * worker that dies has changed nothing. Returns how many users it claimed. Senders lock
 * conversations before feeds, and this locks feeds first, so users with a locked conversation wait
 * for the next run: waiting for the lock could deadlock.
 */
async function mailBatch({ db, secrets, config }: MailContext & { db: Db }): Promise<number> {
  const users = await claimUsers(db);
  if (users.length === 0) return 0;
  const participants = await lockParticipants(db, users);
  const busy = participants.filter(({ locked }) => !locked);
  const busyUsers = new Set(busy.map(({ userId }) => userId));
  const unread = await loadUnread(db, participants);
  const decisions = users.map((user) => ({
    ...user,
    ...decide(user, busyUsers.has(user.userId) ? 'busy' : unread.get(user.userId)),
  }));
  const mails = decisions.flatMap(({ userId, email, mailing }) => {
    if (!mailing) return [];
    const address = unsubscribeUrl({ secrets, config }, userId);
    const replyTo = replyToOf({ secrets, config }, mailing);
    const content = unreadMail(mailing, { ...config, unsubscribeUrl: address, replyTo });
    return [{ to: email, ...content, unsubscribeUrl: address, replyTo }];
  });
  await queueMails(db, secrets, mails);
  const mailed = decisions.filter(({ mailing }) => mailing);
  const mailedUsers = new Set(mailed.map(({ userId }) => userId));
  const mailedParticipants = participants.filter(({ userId }) => mailedUsers.has(userId));
  await recordMailed(db, mailedParticipants);
  await scheduleChecks(db, decisions);
  return users.length;
}

/** Returns where to answer the email. One about several conversations cannot be answered. */
function replyToOf(ctx: Pick<MailContext, 'secrets' | 'config'>, mailing: UnreadMessages) {
  const [only, ...others] = mailing.conversations;
  if (!only || others.length > 0 || only.isDeleted) return undefined;
  return replyAddress(ctx, { conversationId: only.id, isSeller: only.isSeller });
}

/** The email that a user gets now, if any, and the seconds until the next check, or null. */
interface Decision {
  mailing?: UnreadMessages;
  checkAgainIn: number | null;
}

function decide(user: DueUser, unread: UnreadMessages | 'busy' | undefined): Decision {
  if (!user.wantsMail || !unread) return { checkAgainIn: null };
  if (user.isHere) return { checkAgainIn: recheckIfHere };
  if (unread === 'busy') return { checkAgainIn: recheckIfBusy };
  // The message that set the due time was read, and newer ones have not waited long enough.
  if (unread.waited < mailDelaySeconds) return { checkAgainIn: mailDelaySeconds - unread.waited };
  return { mailing: unread, checkAgainIn: null };
}

interface DueUser {
  userId: string;
  email: string;
  wantsMail: boolean;
  /** True if the user had a page open within the last two minutes. */
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

/** Locks the users' participant rows that have unread messages that were in no email. */
async function lockParticipants(db: Db, users: DueUser[]) {
  const ids = users.map((user) => user.userId);
  const { rows } = await sql<Participant & { locked: boolean }>`
    with participants as (
      select p.conversation_id, p.user_id, c.last_seq
      from conversation_participants p join conversations c on c.id = p.conversation_id
      where p.user_id = any(${ids}::uuid[]) and p.unread > 0 and not p.hidden
        and c.last_seq > p.mailed_seq
    ), locked as (
      select p.conversation_id, p.user_id
      from conversation_participants p
      where (p.conversation_id, p.user_id) in (select conversation_id, user_id from participants)
      for no key update skip locked
    )
    select conversation_id as "conversationId", user_id as "userId",
      last_seq as "upToSeq", l.user_id is not null as locked
    from participants left join locked l using (conversation_id, user_id)`.execute(db);
  return rows;
}

/** How much one email shows. It mentions how many more there are. */
const shownConversations = 10;
const shownMessages = 5;
/** How many characters of a message an email shows. */
const shownCharacters = 300;

/** A user's participation in a conversation, and the number of the newest message there. */
interface Participant {
  conversationId: string;
  userId: string;
  upToSeq: string;
}

/** Returns participants as an SQL table of conversation id, user id and newest message. */
function rowsOf(participants: Participant[]) {
  return sql`unnest(
    ${participants.map(({ conversationId }) => conversationId)}::uuid[],
    ${participants.map(({ userId }) => userId)}::uuid[],
    ${participants.map(({ upToSeq }) => upToSeq)}::bigint[])`;
}

/** Loads unread messages that no email had, by reader, without those of deactivated users. */
async function loadUnread(db: Db, participants: Participant[]) {
  const byReader = new Map<string, UnreadMessages>();
  if (participants.length === 0) return byReader;
  const { rows } = await sql<
    UnreadConversation & { userId: string; total: number; waited: number }
  >`
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
        from ${rowsOf(participants)} as k (conversation_id, user_id, upto)
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
    select w.user_id, w.conversation_id as id, w.user_id = c.seller_id as is_seller, w.count, w.total::integer,
      extract(epoch from now() - w.oldest)::float8 as waited,
      ${currentTitle} as listing_title,
      i.id as image_id, i.width, i.height, o.first_name, o.last_name, o.username,
      o.deleted_at is not null as is_deleted, m.messages
    from waiting w
    join conversations c on c.id = w.conversation_id
    join listings l on l.id = c.listing_id
    join users o on o.id = w.other_id
    left join listing_images li on li.listing_id = l.id and li.position = 0
      and l.deleted_at is null
    left join images i on i.id = li.image_id
    cross join lateral (
      select json_agg(json_build_object('kind', m.kind,
        'content', left(m.content, ${shownCharacters + 1})) order by m.seq) as messages
      from (
        select m.kind, m.content, m.seq from messages m
        where m.conversation_id = w.conversation_id and m.sender_id = w.other_id
          and m.seq > w.after and m.seq <= w.upto
        order by m.seq desc limit ${shownMessages}
      ) m
    ) m
    where w.rank <= ${shownConversations}
    order by w.user_id, w.rank`.execute(db);
  for (const { userId, total: count, waited, ...conversation } of rows) {
    const reader = byReader.get(userId) ?? { conversations: [], count, waited };
    byReader.set(userId, reader);
    const messages = conversation.messages.map(({ kind, content }) => {
      return { kind, content: shorten(content, shownCharacters) };
    });
    reader.conversations.push({ ...conversation, messages });
  }
  return byReader;
}

async function recordMailed(db: Db, participants: Participant[]): Promise<void> {
  if (participants.length === 0) return;
  await sql`
    update conversation_participants p set mailed_seq = m.up_to
    from ${rowsOf(participants)} as m (conversation_id, user_id, up_to)
    where p.conversation_id = m.conversation_id and p.user_id = m.user_id`.execute(db);
}

async function scheduleChecks(db: Db, decisions: (DueUser & Decision)[]): Promise<void> {
  await sql`
    update feeds f set mail_due_at = now() + make_interval(secs => t.seconds)
    from unnest(
      ${decisions.map(({ userId }) => userId)}::uuid[],
      ${decisions.map(({ checkAgainIn }) => checkAgainIn)}::float8[]
    ) as t (user_id, seconds)
    where f.user_id = t.user_id`.execute(db);
}
