import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { createRecordingHub, createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { queuedMails } from '../../test/mail.ts';
import { createTestUser } from '../../test/users.ts';
import { unsubscribe, updatePreferences } from '../notifications/preferences.ts';
import {
  bikes,
  makeAlertsDue,
  countAlerts,
  insertSearch,
  stepsOf,
  alertsOf,
} from './alerts.fixtures.ts';
import { matchSearches, sendDueAlerts } from './alerts.ts';
import { sweepMatches } from './matching.ts';

let database: TestDatabase;
let ctx: AppContext;
let seller: Session['user'];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  await sql`truncate standing_searches, search_matches, listing_changes cascade`.execute(ctx.db);
  seller = await createTestUser(ctx.db);
});

const steps = () => stepsOf(ctx, seller);

describe('an alert', () => {
  it('is never sent for the user’s listings', async () => {
    const { user } = await insertSearch(ctx, bikes, { user: seller });
    await steps().publish();
    await matchSearches(ctx);
    expect(await countAlerts(ctx, user)).toBe(0);
  });

  it('is sent once for a listing that two searches match, with the number of listings', async () => {
    const { user } = await insertSearch(ctx, bikes);
    await insertSearch(ctx, { search: 'road' }, { user, name: 'Roads', frequency: 'daily' });
    await steps().publish();
    await steps().publish({ title: 'Old bike' });
    await matchSearches(ctx);
    await makeAlertsDue(ctx);
    await sendDueAlerts(ctx);
    expect(await alertsOf(ctx, user)).toMatchObject({
      notified: [{ count: 2, title: '2 new listings for “Road bike”' }],
      mailed: ['2 new listings for “Road bike”'],
    });
  });

  it('is sent once by any number of workers', async () => {
    const searches = await Promise.all(Array.from({ length: 12 }, () => insertSearch(ctx, bikes)));
    await Promise.all(Array.from({ length: 8 }, () => steps().publish()));
    const other = createTestContext(database, { hub: createRecordingHub() });
    await Promise.all([ctx, other, ctx, other].map(matchSearches));
    for (const { user } of searches) expect(await countAlerts(ctx, user)).toBe(8);
  });

  it('is not emailed to users who are online or have turned these emails off', async () => {
    const here = await insertSearch(ctx, bikes);
    await sql`update users set last_seen_at = now() where id = ${here.user.id}`.execute(ctx.db);
    const quiet = await insertSearch(ctx, bikes);
    await updatePreferences(ctx.db, quiet.user.id, { alerts: false });
    await steps().publish();
    await matchSearches(ctx);
    for (const { user } of [here, quiet]) {
      expect(await alertsOf(ctx, user)).toMatchObject({ notified: [{ count: 1 }], mailed: [] });
    }
  });

  it('is emailed with links that pause one search or end all of these emails', async () => {
    const { id, user } = await insertSearch(ctx, bikes);
    await insertSearch(ctx, { search: 'canoe' }, { user, name: 'Canoes', frequency: 'daily' });
    const tokenOf = (url = '') => new URL(url).searchParams.get('token') ?? '';
    await steps().publish();
    await matchSearches(ctx);
    const [one] = await queuedMails(ctx, user.email);
    expect(one?.text).toContain('Pause this search: http');
    expect(await unsubscribe(ctx, tokenOf(one?.unsubscribeUrl))).toMatchObject({
      list: 'alerts',
      search: 'Road bike',
    });
    await steps().publish();
    await matchSearches(ctx);
    expect(await countAlerts(ctx, user)).toBe(1);
    await steps().pause(id, false);
    await steps().publish({ title: 'Canoe' });
    await steps().publish();
    await makeAlertsDue(ctx);
    await matchSearches(ctx);
    await makeAlertsDue(ctx);
    await sendDueAlerts(ctx);
    const [newest] = await queuedMails(ctx, user.email);
    const all = /Unsubscribe: (\S+)/.exec(newest?.text ?? '')?.[1];
    expect(await unsubscribe(ctx, tokenOf(all))).toMatchObject({ list: 'alerts', search: null });
    const { rows } = await sql`select mail_alerts from users where id = ${user.id}`.execute(ctx.db);
    expect(rows).toEqual([{ mailAlerts: false }]);
  });
});

describe('daily and weekly alerts', () => {
  it('combine the matches of all searches without hidden listings, at low priority', async () => {
    const { user } = await insertSearch(ctx, bikes, { frequency: 'daily' });
    await insertSearch(ctx, { search: 'canoe' }, { user, name: 'Canoes', frequency: 'weekly' });
    const gone = await steps().publish({ title: 'Sold bike' });
    await steps().publish();
    await steps().publish({ title: 'Red canoe', price: '450.00' });
    await matchSearches(ctx);
    expect(await alertsOf(ctx, user)).toEqual({ notified: [], mailed: [] });
    await steps().hide(gone);
    await makeAlertsDue(ctx);
    const other = createTestContext(database, { hub: createRecordingHub() });
    await Promise.all([ctx, other, ctx, other].map(sendDueAlerts));
    const [mail, ...more] = await queuedMails(ctx, user.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('2 new listings from your saved searches');
    expect(mail?.text).toContain('Road bike\n$80 · Troy, NY');
    expect(mail?.text).toContain('Red canoe\n$450 · Troy, NY');
    expect(mail?.text).not.toContain('Sold bike');
    const { rows } = await sql`select distinct priority from graphile_worker.jobs
      where task_identifier = 'sendMail' and priority > 0`.execute(ctx.db);
    expect(rows).toHaveLength(1);
    // A listing that was hidden is sent once it is visible again.
    await steps().show(gone);
    await matchSearches(ctx);
    await makeAlertsDue(ctx);
    await sendDueAlerts(ctx);
    expect((await alertsOf(ctx, user)).mailed.at(-1)).toBe('New: Sold bike, $80');
  });

  it('send nothing when all matches are hidden', async () => {
    const { user } = await insertSearch(ctx, bikes, { frequency: 'weekly' });
    const id = await steps().publish();
    await matchSearches(ctx);
    await steps().hide(id);
    await makeAlertsDue(ctx);
    await sendDueAlerts(ctx);
    expect(await alertsOf(ctx, user)).toEqual({ notified: [], mailed: [] });
  });

  it('are due at 8 AM in the region, even on the days when clocks change', async () => {
    const dueAfter = async (frequency: string, at: string) => {
      const { rows } = await sql<{ due: Date }>`
        select alert_due(${frequency}, ${at}::timestamptz) as due`.execute(ctx.db);
      return rows[0]?.due.toISOString();
    };
    expect(await dueAfter('daily', '2026-11-23T12:59:59Z')).toBe('2026-11-23T13:00:00.000Z');
    expect(await dueAfter('daily', '2026-11-23T13:00:00Z')).toBe('2026-11-24T13:00:00.000Z');
    // Clocks go back on November 1 and forward on March 14, both at 2 in the morning.
    expect(await dueAfter('daily', '2026-10-31T20:00:00Z')).toBe('2026-11-01T13:00:00.000Z');
    expect(await dueAfter('daily', '2027-03-13T20:00:00Z')).toBe('2027-03-14T12:00:00.000Z');
    expect(await dueAfter('weekly', '2026-10-31T20:00:00Z')).toBe('2026-11-02T13:00:00.000Z');
    expect(await dueAfter('weekly', '2026-11-02T13:00:00Z')).toBe('2026-11-09T13:00:00.000Z');
    expect(await dueAfter('instant', '2026-11-02T13:00:00Z')).toBe('2026-11-02T13:00:00.000Z');
  });

  it('become instant for waiting matches when the frequency changes', async () => {
    const { id, user } = await insertSearch(ctx, bikes, { frequency: 'weekly' });
    await steps().publish();
    await matchSearches(ctx);
    await sql`update standing_searches set frequency = 'instant' where id = ${id}`.execute(ctx.db);
    await sendDueAlerts(ctx);
    expect(await countAlerts(ctx, user)).toBe(1);
  });
});

it('removes matches after 90 days', async () => {
  await insertSearch(ctx, bikes);
  await steps().publish();
  await steps().publish();
  await matchSearches(ctx);
  await sql`update search_matches set matched_at = now() - interval '91 days'
    where ctid in (select ctid from search_matches limit 1)`.execute(ctx.db);
  await sweepMatches(ctx.db);
  const { rows } = await sql`select from search_matches`.execute(ctx.db);
  expect(rows).toHaveLength(1);
});
