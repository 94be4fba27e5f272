import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { queueMails } from '../../platform/mailer/queue-mail.ts';
import type { StoredEntry } from '../../realtime/feed.ts';
import { matchesStandingSearch } from '../listings/search/listings.search.ts';
import { alreadyNotified, notify } from '../notifications/notifications.ts';
import { unsubscribeUrl } from '../notifications/preferences.ts';
import { type Alert, alertMail, pathOf } from './alert-mail.ts';
import { mayGetAlert, matchChanges } from './matching.ts';

type AlertContext = Pick<AppContext, 'db' | 'hub' | 'secrets' | 'config'>;

/** People notified per transaction. Kept small because their feeds stay locked until it commits. */
const batchSize = 50;

/** How many listings of a search an email shows. The email says how many more there are. */
const shownListings = 6;

/**
 * Runs the task `matchSearches`, which every change of a listing enqueues: finds the searches that
 * the listing now matches, and sends the instant alerts.
 */
export async function matchSearches(ctx: AlertContext): Promise<void> {
  await matchChanges(ctx.db);
  await sendDueAlerts(ctx);
}

/**
 * Runs the task `sendDueAlerts`: sends all alerts that are due. An instant alert is a notification,
 * and an email unless the user has a page open. A daily or weekly alert is one email about all of a
 * user's searches, or notifications if the user has turned these emails off. Any number of workers
 * may run this at once.
 */
export async function sendDueAlerts(ctx: AlertContext): Promise<void> {
  for (;;) {
    const { count, entries } = await ctx.db
      .transaction()
      .execute((trx) => sendAlertBatch({ ...ctx, db: trx }));
    ctx.hub.deliver(entries);
    if (count < batchSize) return;
  }
}

/** Sends some people's alerts in the caller's transaction: a worker that dies has sent none. */
async function sendAlertBatch({ db, secrets, config }: Omit<AlertContext, 'hub'>) {
  const people = await lockPeople(db);
  const alerts = await claimDueMatches(db, people);
  const entries: StoredEntry[] = [];
  const mails = [];
  for (const { id, email, wantsMail, isHere } of people) {
    const found = alerts.filter(({ userId }) => userId === id);
    for (const alert of found) {
      if (alert.frequency === 'instant' || !wantsMail) entries.push(...(await notifyOf(db, alert)));
    }
    const mailed = found.filter(
      ({ frequency }) => wantsMail && (frequency !== 'instant' || !isHere),
    );
    const [only, ...others] = mailed;
    if (!only) continue;
    const addressOf = (searchId?: string) =>
      unsubscribeUrl({ secrets, config }, id, { list: 'alerts', ...(searchId && { searchId }) });
    const site = { ...config, unsubscribeUrl: addressOf(), pauseUrl: addressOf };
    mails.push({
      to: email,
      ...alertMail(mailed, site),
      // The one-click unsubscribe pauses the search if the email is about one search only.
      unsubscribeUrl: others.length === 0 ? addressOf(only.searchId) : site.unsubscribeUrl,
      isBulk: mailed.every(({ frequency }) => frequency !== 'instant'),
    });
  }
  await queueMails(db, secrets, mails);
  return { count: people.length, entries };
}

interface Person {
  id: string;
  email: string;
  wantsMail: boolean;
  /** True if they have a page open, or had one within the last two minutes. */
  isHere: boolean;
}

/**
 * Returns the people with due alerts and locks their feeds in the usual order. Newest first, so
 * that the morning digest does not delay instant alerts.
 */
async function lockPeople(db: Db): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.email, u.mail_alerts as "wantsMail",
      coalesce(u.last_seen_at > now() - interval '2 minutes', false) as "isHere"
    from feeds f join users u on u.id = f.user_id
    where f.user_id in (
      select s.user_id from standing_searches s join search_matches m on m.search_id = s.id
      where m.due_at <= now()
      group by s.user_id order by max(m.due_at) desc limit ${batchSize}
    )
    order by f.user_id
    for no key update of f`.execute(db);
  return rows;
}

/**
 * Marks the due matches of these people as sent, and returns them. The people's feeds must be
 * locked. A listing that two searches match counts once. Matches whose listing is hidden wait until
 * it is visible again. Matches of paused searches, of blocked sellers, and of listings that the user
 * hid are dropped.
 */
async function claimDueMatches(db: Db, people: Person[]): Promise<Alert[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<Alert>`
    with waiting as materialized (
      select m.search_id, m.listing_id, m.reason, m.matched_at, m.due_at <= now() as is_due,
        own.user_id, own.name, own.filter, own.frequency, own.created_at,
        own.paused_at is null and ${mayGetAlert()} as is_wanted,
        listings.availability = 'available' and ${matchesStandingSearch()} as is_there
      from standing_searches own
      -- The age of a listing counts when it is found, not when its alert is sent.
      cross join lateral jsonb_populate_record(own, '{"posted_within": null}') as s
      join search_matches m on m.search_id = own.id and m.due_at < 'infinity'
      join listings on listings.id = m.listing_id
      where own.user_id = any(${people.map(({ id }) => id)}::uuid[])
      -- Skips listings that are being changed. If such a listing is becoming visible again, this
      -- statement would mark it as hidden after its change was processed, and no alert would be sent.
      for update of m skip locked
      for share of listings skip locked
    ), claimed as (
      select *, row_number() over (
          partition by user_id, listing_id order by frequency = 'instant' desc, created_at, search_id
        ) as turn
      from waiting where is_due and is_wanted and is_there
    ), settled as (
      update search_matches m set due_at = case when w.is_wanted and not w.is_there then 'infinity'::timestamptz end
      from waiting w
      where m.search_id = w.search_id and m.listing_id = w.listing_id
        and (w.is_due or exists (select from claimed
          where claimed.user_id = w.user_id and claimed.listing_id = w.listing_id))
    ), ranked as (
      select *, count(*) over (partition by search_id)::int as count,
        row_number() over (partition by search_id order by matched_at desc, listing_id) as rank
      from claimed where turn = 1
    )
    select user_id, search_id, name, filter, frequency, count, json_agg(json_build_object(
        'id', l.id, 'title', l.title, 'price', l.price::text, 'reason', reason,
        'location', l.location, 'imageId', i.id, 'width', i.width, 'height', i.height,
        'isNotified', ${sql.raw(alreadyNotified({ user: 'ranked.user_id', id: 'l.id', price: 'l.price' }))}
      ) order by rank) as listings
    from ranked
    join listings l on l.id = listing_id
    left join listing_images li on li.listing_id = l.id and li.position = 0
    left join images i on i.id = li.image_id
    where rank <= ${shownListings}
    group by user_id, search_id, name, filter, frequency, count, ranked.created_at
    order by ranked.created_at, search_id`.execute(db);
  return rows;
}

async function notifyOf(db: Db, alert: Alert): Promise<StoredEntry[]> {
  const { userId, searchId, name, count, listings } = alert;
  const { id: listingId, title: listingTitle, price, reason, isNotified } = listings[0];
  if (count === 1 && isNotified) return [];
  const data = { searchId, name, path: pathOf(alert), listingId, listingTitle, price, reason };
  return notify(db, { userId, groupKey: `alert:${searchId}`, count, type: 'alert', data });
}
