import { sql } from 'kysely';
import type { AppContext } from '../../../app-context.ts';
import { queuedMails } from '../../../test/mail.ts';
import { listNotifications } from '../../notifications/notifications.ts';

/** Moves the times of a listing and the messages about it into the past by this many days. */
export async function letDaysPass({ db }: AppContext, listingId: string, days: number) {
  const span = sql`make_interval(mins => ${Math.round(days * 24 * 60)})`;
  await sql`update listings set created_at = created_at - ${span}, expires_at = expires_at - ${span},
    due_at = due_at - ${span}, renewed_at = renewed_at - ${span}, ended_at = ended_at - ${span},
    asked_at = asked_at - ${span}, confirmed_at = confirmed_at - ${span},
    updated_at = updated_at - ${span}, step_at = step_at - ${span}
    where id = ${listingId}`.execute(db);
  const about = sql`(select id from conversations where listing_id = ${listingId})`;
  await sql`update messages set created_at = created_at - ${span}
    where conversation_id in ${about}`.execute(db);
  await sql`update conversations set last_message_at = last_message_at - ${span}
    where id in ${about}`.execute(db);
  await sql`update conversation_participants set last_message_at = last_message_at - ${span}
    where conversation_id in ${about}`.execute(db);
  await sql`update meetups set starts_at = starts_at - ${span}
    where conversation_id in ${about}`.execute(db);
}

/** Returns what a seller was notified of, oldest first: the titles, and the subjects of emails. */
export async function noticesOf(ctx: AppContext, user: { id: string; email: string }) {
  const { items } = await listNotifications(ctx.db, user.id, { limit: 20 });
  const mails = await queuedMails(ctx, user.email);
  return {
    notified: items.filter(({ type }) => type === 'listing').map(({ title }) => title),
    mailed: mails.map(({ subject }) => subject).toReversed(),
  };
}

/** Returns the tokens of the links in the user's newest email, by their label. */
export async function linksOf(ctx: AppContext, user: { email: string }) {
  const [mail] = await queuedMails(ctx, user.email);
  const links = (mail?.text ?? '').matchAll(/^(.+): http\S+\/listing-link\?token=(\S+)$/gm);
  return Object.fromEntries([...links].map(([, label = '', token = '']) => [label, token]));
}
