import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { preferencesInput } from '@marketplace/shared/notifications/inputs';
import type * as views from '@marketplace/shared/notifications/views';
import { mailList } from '@marketplace/shared/notifications/views';
import { maskEmail } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import * as mail from '../../platform/mailer/mail-page.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { readSealed } from '../../platform/secrets.ts';

type Preferences = z.output<typeof views.preferencesView>;

const choices = [
  'mailMessages as messages',
  'mailReviews as reviews',
  'mailDeals as deals',
  'mailAlerts as alerts',
  'mailListings as listings',
  'mailModeration as moderation',
] as const;

export async function getPreferences(db: Db, userId: string): Promise<Preferences> {
  return db.selectFrom('users').select(choices).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Changes the given choices and returns all of them. */
export async function updatePreferences(
  db: Db,
  userId: string,
  { messages, reviews, deals, alerts, listings, moderation }: z.output<typeof preferencesInput>,
): Promise<Preferences> {
  return db
    .updateTable('users')
    .set((eb) => ({
      mailMessages: messages ?? eb.ref('mailMessages'),
      mailReviews: reviews ?? eb.ref('mailReviews'),
      mailDeals: deals ?? eb.ref('mailDeals'),
      mailAlerts: alerts ?? eb.ref('mailAlerts'),
      mailListings: listings ?? eb.ref('mailListings'),
      mailModeration: moderation ?? eb.ref('mailModeration'),
    }))
    .where('id', '=', userId)
    .returning(choices)
    .executeTakeFirstOrThrow();
}

const subscription = z.object({
  userId: z.string(),
  list: mailList,
  /** Limits the link to one of the user's saved searches. */
  searchId: z.string().optional(),
});

type Subscription = z.output<typeof subscription>;

const columns = {
  messages: 'mailMessages',
  reviews: 'mailReviews',
  deals: 'mailDeals',
  alerts: 'mailAlerts',
  listings: 'mailListings',
  moderation: 'mailModeration',
} as const;

/**
 * Returns the address where a user ends one list of emails or the alerts of one search. Its sealed
 * token reveals nothing and never expires, because an email may be opened years later.
 */
export function unsubscribeUrl(
  { secrets, config }: Pick<AppContext, 'secrets'> & { config: { publicUrl: string } },
  userId: string,
  of: Omit<Subscription, 'userId'> = { list: 'messages' },
): string {
  const token = secrets.seal({ userId, ...of } satisfies Subscription);
  return `${config.publicUrl}/unsubscribe?token=${token}`;
}

/**
 * Ends the list of the token, or pauses its search, which may have been deleted. Returns the user's
 * masked email. Calling it twice changes nothing. Throws BAD_REQUEST for an unknown token or a
 * deleted user.
 */
export async function unsubscribe(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<z.output<typeof views.unsubscribedView>> {
  const ended = readSealed(secrets, token, subscription);
  const user = ended && (await endMail(db, ended));
  if (!user) throw new AppError('BAD_REQUEST', "This unsubscribe link isn't valid.");
  return { email: maskEmail(user.email), list: ended.list, search: user.search };
}

async function endMail(db: Db, { userId, list, searchId }: Subscription) {
  const search = searchId === undefined ? null : await pauseSearch(db, userId, searchId);
  const user = await db
    .updateTable('users')
    .set(searchId === undefined ? { [columns[list]]: false } : { id: sql`id` })
    .where((eb) => eb.and({ id: userId, deletedAt: null }))
    .returning('email')
    .executeTakeFirst();
  return user && { ...user, search };
}

/** Pauses a search and returns its name, or '' if it is deleted. */
async function pauseSearch(db: Db, userId: string, id: string): Promise<string> {
  const paused = await db
    .updateTable('standingSearches')
    .set({ pausedAt: sql<Date>`coalesce(paused_at, now())` })
    .where((eb) => eb.and({ id, userId }))
    .returning('name')
    .executeTakeFirst();
  return paused?.name ?? '';
}

interface EventMail {
  /** The list that the email's unsubscribe link ends. */
  list: Subscription['list'];
  subject: string;
  lead: string;
  /** A user's own words, shown as a quotation. */
  quote: string | null;
  /** The label of the button that leads to `path`. */
  action: string;
  path: string;
  /** For the footer: "You're receiving this email because someone rated you". */
  why: string;
}

/**
 * Queues an email about an event in the event's transaction. The caller checks whether the user
 * wants it.
 */
export async function mailEvent(
  ctx: Pick<AppContext, 'secrets' | 'config'> & { db: Db },
  to: { id: string; email: string },
  { list, subject, lead, quote, action, path, why }: EventMail,
): Promise<void> {
  const site = { ...ctx.config, unsubscribeUrl: unsubscribeUrl(ctx, to.id, { list }) };
  const url = site.publicUrl + path;
  const footer = mail.unsubscribeFooter(why, site);
  const quotation = quote === null ? '' : `\n${mail.indented(quote)}\n`;
  const quoted = quote === null ? [] : [mail.quoted(quote)];
  const blocks = [mail.paragraph(lead), ...quoted, mail.button(url, action)];
  await queueMail(ctx.db, ctx.secrets, {
    to: to.email,
    subject,
    text: `${lead}\n${quotation}\n${action}: ${url}\n\n${footer.text}`,
    html: mail.mailPage({ subject, content: blocks.join('\n'), footer: footer.html }, site),
    unsubscribeUrl: site.unsubscribeUrl,
  });
}
