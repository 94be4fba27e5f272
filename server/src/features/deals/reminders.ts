import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isolated } from '@marketplace/shared/direction';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { personName } from '@marketplace/shared/users/names';
import type { AppContext } from '../../app-context.ts';
import { oneLine } from '../../platform/mailer/mail-page.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { mailEvent } from '../notifications/preferences.ts';
import { notify } from '../notifications/notifications.ts';
import { changeDeals } from './change-deal.ts';
import { dealOf, type LockedDeals } from './locked-deals.ts';
import { formatMoment } from './sentences.ts';

type ReminderContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>;

/** How many meetups one query returns. */
const batchSize = 100;

/** An SQL condition: a reminder is due, a day or an hour before the meetup `m`. */
const isDue = sql<boolean>`m.status = 'accepted' and m.hour_reminder_at is null
  and m.starts_at > now() and (m.starts_at <= now() + interval '1 hour'
    or (m.day_reminder_at is null and m.starts_at <= now() + interval '1 day'))`;

/**
 * Runs the job `remindOfMeetups`: reminds both people a day and an hour before. Workers may run it
 * concurrently.
 */
export async function remindOfMeetups(ctx: ReminderContext): Promise<void> {
  const { rows } = await sql<{ id: string; conversationId: string }>`
    select m.id, m.conversation_id
    from meetups m
    join conversations c on c.id = m.conversation_id and not c.blocked
    join listings l on l.id = c.listing_id and l.deleted_at is null
    join users b on b.id = c.buyer_id and b.deactivated_at is null and b.deleted_at is null
    join users s on s.id = c.seller_id and s.deactivated_at is null and s.deleted_at is null
    where ${isDue}
    order by m.starts_at
    limit ${batchSize}`.execute(ctx.db);
  for (const { id, conversationId } of rows) {
    const entries = await changeDeals(ctx, { conversationId }, (deals) =>
      remind({ ...ctx, db: deals.trx }, deals, { id, conversationId }),
    );
    ctx.hub.deliver(entries);
  }
  if (rows.length === batchSize) await remindOfMeetups(ctx);
}

/** Reminds both people, unless another worker did so or the meetup was canceled. Returns events. */
async function remind(
  ctx: Pick<AppContext, 'secrets' | 'config'> & { db: Db },
  deals: LockedDeals,
  { id, conversationId }: { id: string; conversationId: string },
): Promise<StoredEntry[]> {
  const deal = deals.conversations.get(conversationId);
  if (!deal || deal.isClosed) return [];
  const meetup = await claimReminder(ctx.db, id);
  if (!meetup) return [];
  // In ascending order of their ids, which `notify` needs.
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'username', 'deletedAt', 'mailDeals'])
    .where('id', 'in', [deal.buyerId, deal.sellerId])
    .orderBy('id')
    .execute();
  const soon = soonText(meetup);
  const place = `${isolated(meetup.place)}, ${formatMoment(meetup.startsAt.toISOString())}`;
  const entries: StoredEntry[] = [];
  for (const person of people) {
    const { otherId } = dealOf(deals, conversationId, person.id);
    const name = personName(people.find((one) => one.id === otherId) ?? null);
    const data = { conversationId, name, soon, place };
    const draft = { userId: person.id, groupKey: `meetup:${id}`, type: 'reminder' as const, data };
    entries.push(...(await notify(ctx.db, draft)));
    if (!person.mailDeals) continue;
    const subject = `Your meetup with ${oneLine(name)} ${soon}`;
    await mailEvent(ctx, person, {
      list: 'deals',
      subject,
      lead: `${subject}, about "${oneLine(deals.listing.title)}".`,
      quote: place,
      action: 'Open the conversation',
      path: `/messages?c=${conversationId}`,
      why: "You're receiving this email because you've agreed on a meetup",
    });
  }
  return entries;
}

/** Marks a due reminder as sent, so that only one worker sends it. Returns undefined if none is. */
async function claimReminder(db: Db, id: string) {
  const { rows } = await sql<{ place: string; startsAt: Date; isHour: boolean }>`
    update meetups m set day_reminder_at = coalesce(day_reminder_at, now()),
      hour_reminder_at = case when starts_at <= now() + interval '1 hour' then now() end
    where id = ${id} and ${isDue}
    returning place, starts_at, hour_reminder_at is not null as is_hour`.execute(db);
  return rows[0];
}

function soonText({ startsAt, isHour }: { startsAt: Date; isHour: boolean }): string {
  if (isHour) return 'starts within the hour';
  return regionDay(startsAt.getTime()) === regionDay(Date.now()) ? 'is today' : 'is tomorrow';
}
