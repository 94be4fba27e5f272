import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Messages } from '@marketplace/db/types.generated';
import type { AdminEvent } from '@marketplace/shared/admin/schemas';
import type { AppContext } from '../../app-context.ts';
import { guidelineName } from '@marketplace/shared/moderation/guidelines';
import { type Notice, noticeMail, oneLine } from '../../platform/mailer/mail-page.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import { appendConversationEvents, lockFeeds, type StoredEntry } from '../../realtime/feed.ts';
import type { ConversationParticipant } from '../messaging/conversations.ts';
import type { NotificationDraft } from '../notifications/notification.view.ts';
import { notify } from '../notifications/notifications.ts';

/** The consequences of a change besides the rows it changes. */
export interface Effects {
  mails?: MailDraft[];
  notifications?: NotificationDraft[];
  /** Conversations that open pages must fetch again. */
  conversations?: ConversationParticipant[];
  rewritten?: RewrittenMessage[];
  sessionIds?: string[];
  /** Listings that look different to others after the change. */
  listingIds?: string[];
  adminEvents?: AdminEvent[];
}

export type MessageBody = Pick<Selectable<Messages>, 'content' | 'kind' | 'data'>;

/** `userIds` are the two people of the conversation. */
type RewrittenMessage = { messageId: string; body: MessageBody; userIds: string[] };

interface MailDraft {
  to: string;
  subject: keyof typeof mailTexts;
  /** The listing's title, or other words for what the email is about, such as the end of a suspension. */
  title?: string;
  reason: string | null;
  /** The decision about the receiver that the email explains. */
  decision?: { id: string; userId: string; guideline: number | null };
}

export function mergeEffects(...changes: Effects[]): Effects {
  return {
    mails: changes.flatMap(({ mails = [] }) => mails),
    notifications: changes.flatMap(({ notifications = [] }) => notifications),
    conversations: changes.flatMap(({ conversations = [] }) => conversations),
    rewritten: changes.flatMap(({ rewritten = [] }) => rewritten),
    sessionIds: changes.flatMap(({ sessionIds = [] }) => sessionIds),
    listingIds: changes.flatMap(({ listingIds = [] }) => listingIds),
    adminEvents: changes.flatMap(({ adminEvents = [] }) => adminEvents),
  };
}

/**
 * Makes a change and stores the emails and notifications of its effects in one transaction.
 * Publishes the other effects after the commit.
 */
export async function runAndPublish<Result extends Effects>(
  ctx: Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>,
  change: (trx: Db) => Promise<Result>,
): Promise<Result> {
  const { result, entries } = await ctx.db.transaction().execute(async (trx) => {
    const result = await change(trx);
    return { result, entries: await notifyUsers(trx, ctx, result) };
  });
  const { sessionIds = [], listingIds = [], adminEvents = [] } = result;
  if (sessionIds.length > 0) ctx.hub.closeSessions(sessionIds);
  ctx.hub.deliver(entries);
  ctx.hub.listings.changed(listingIds);
  for (const event of adminEvents) ctx.hub.admin.publish(event);
  return result;
}

/**
 * Stores emails, notifications and feed events, and returns the feed entries to deliver after the
 * commit. Locks feeds in ascending user id, like all code that writes to several.
 */
async function notifyUsers(
  trx: Db,
  { secrets, config }: Pick<AppContext, 'secrets' | 'config'>,
  { mails = [], notifications = [], conversations = [], rewritten = [] }: Effects,
): Promise<StoredEntry[]> {
  const written = mails.map((draft) => ({
    to: draft.to,
    ...writeMail(draft, { secrets, config }),
  }));
  await queueMails(trx, secrets, written);
  const userIds = [...notifications, ...conversations].map(({ userId }) => userId);
  if (userIds.length === 0) return [];
  await lockFeeds(trx, userIds);
  for (const message of rewritten) await rewriteEvents(trx, message);
  const entries = await appendConversationEvents(trx, conversations);
  for (const draft of notifications) entries.push(...(await notifyAgain(trx, draft)));
  return entries;
}

/** Notifies a user. A case has one notification per user: it shows the latest state, as unread. */
async function notifyAgain(trx: Db, draft: NotificationDraft): Promise<StoredEntry[]> {
  const { userId, groupKey, type } = draft;
  if (type === 'warning' || type === 'report') {
    await sql`
      update notifications set read_at = null where id = (
        select id from notifications where user_id = ${userId} and group_key = ${groupKey}
        order by created_at desc limit 1)`.execute(trx);
  }
  return notify(trx, draft);
}

/** Replaces the body of a message in notifications, and in events that pages have yet to fetch. */
async function rewriteEvents(trx: Db, { messageId, body, userIds }: RewrittenMessage) {
  await sql`
    update feed_events
    set data = jsonb_set(data, '{message}', data -> 'message' || ${JSON.stringify(body)}::jsonb)
    where user_id = any(${userIds}::uuid[]) and type = 'message'
      and data -> 'message' ->> 'id' = ${messageId}`.execute(trx);
  const shown = { kind: body.kind, content: body.kind === 'text' ? null : body.content };
  await sql`
    update notifications set data = data || ${JSON.stringify(shown)}::jsonb
    where user_id = any(${userIds}::uuid[]) and type = 'message'
      and data ->> 'messageId' = ${messageId}`.execute(trx);
}

type MailText = Pick<Notice, 'subject' | 'link'> & { text: string };

const guidelines = { path: '/community-guidelines', label: 'Community guidelines' };
const decisionsPage = { path: '/settings?section=decisions', label: 'See your decisions' };
const myListings = { path: '/my-listings', label: 'My listings' };

/** `{title}` is replaced with the draft's title. */
const mailTexts = {
  'listing.flagged': {
    subject: 'Your listing "{title}" was taken down',
    text: 'We took down your listing "{title}". Only you can see it now.',
    link: myListings,
  },
  'listing.restored': {
    subject: 'Your listing "{title}" is back',
    text: 'Your listing "{title}" is visible to everyone again.',
    link: myListings,
  },
  'listing.deleted': {
    subject: 'Your listing "{title}" was removed',
    text: 'We removed your listing "{title}". You can still read conversations about it.',
    link: { path: '/messages', label: 'Messages' },
  },
  removed: {
    subject: 'We removed something you wrote',
    text: 'We reviewed a report and removed {title}.',
    link: guidelines,
  },
  restored: { subject: 'Something you wrote is back', text: 'We restored {title}.' },
  warned: {
    subject: 'You received a warning',
    text: 'We reviewed a report about {title}. Please follow the community guidelines.',
    link: guidelines,
  },
  withdrawn: { subject: 'We withdrew a warning', text: 'We withdrew the warning about {title}.' },
  userDeactivated: {
    subject: 'Your account was deactivated',
    text: 'We deactivated your account, signed you out everywhere, and hid your listings.',
  },
  'appeal.upheld': {
    subject: 'Our decision stays the same',
    text: 'We read your appeal about {title} and looked at everything again. The decision stays.',
    link: decisionsPage,
  },
  'appeal.reversed': {
    subject: 'We reversed our decision',
    text: 'We read your appeal about {title} and reversed the decision. Everything is as it was before.',
    link: decisionsPage,
  },
  userSuspended: {
    subject: 'Your account is read-only for now',
    text: 'Until {title}, you can sign in and read, but not post, message, or change anything. Your listings are hidden until then.',
    link: guidelines,
  },
  suspensionEnded: {
    subject: 'Your account works again',
    text: 'We ended the suspension of your account early. Your listings are visible again.',
    link: myListings,
  },
  userReactivated: {
    subject: 'Your account is active again',
    text: 'Your account and listings are active again. You can sign in as before.',
    link: { path: '/?signin=1', label: 'Sign in' },
  },
} as const satisfies Record<string, MailText>;

/** Writes an email that names no person but its receiver. */
function writeMail(draft: MailDraft, ctx: Pick<AppContext, 'secrets' | 'config'>) {
  const { subject: key, title = '', reason, decision } = draft;
  const { subject, text, link: usual }: MailText = mailTexts[key];
  const rule = decision?.guideline
    ? [`This is about our community guidelines. ${guidelineName(decision.guideline)}.`]
    : [];
  const link = decision ? linkToDecision(key, decision, ctx) : usual;
  // A function, since a title may contain a replacement pattern such as '$&'.
  const withTitle = (line: string) => line.replace('{title}', () => oneLine(title));
  const notice = {
    subject: withTitle(subject),
    paragraphs: [withTitle(text), ...rule],
    reason,
    link,
  };
  return noticeMail({ ...notice, question: 'Think this is a mistake? Email us:' }, ctx.config);
}

/** Links to the page with the decision. A deactivated person cannot sign in, so theirs is sealed. */
function linkToDecision(
  subject: MailDraft['subject'],
  { id: decisionId, userId }: NonNullable<MailDraft['decision']>,
  { secrets }: Pick<AppContext, 'secrets'>,
) {
  const path =
    subject === 'userDeactivated'
      ? `/decision?token=${secrets.seal({ decisionId, userId })}`
      : decisionsPage.path;
  return { path, label: 'See why, or appeal' };
}
