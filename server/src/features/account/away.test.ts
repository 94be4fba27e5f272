import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createDatabase } from '@marketplace/db/database';
import { regionDay } from '@marketplace/shared/regions/region-time';
import type { Session } from '../../context.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createCallerFactory } from '../../trpc.ts';
import { askSellers } from '../listings/ending/ask-sellers.ts';
import { letDaysPass, noticesOf } from '../listings/ending/ending.fixtures.ts';
import { sweepEnding } from '../listings/ending/sweep-ending.ts';
import { callerOf, insertListing } from '../listings/listings.fixtures.ts';
import { refreshSearchPhrases } from '../listings/search/suggestions.ts';
import { sitemapFiles } from '../listings/sitemap.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { countAlerts, insertSearch } from '../searches/alerts.fixtures.ts';
import { matchSearches } from '../searches/alerts.ts';
import { accountRouter } from './account.router.ts';
import { endAbsences } from './away.ts';

const ctx = messagingContext();
let seller: Session['user'];
let id: string;

const dayIn = (days: number) => regionDay(Date.now() + days * 86_400_000);
const account = () => createCallerFactory(accountRouter)(contextOfUser(ctx, seller));
/** Callers with a new database object, because cached lists belong to the object. */
const visitor = () => callerOf({ ...ctx, db: createDatabase(ctx.pool) });

beforeEach(async () => {
  await sql`truncate listings, standing_searches cascade`.execute(ctx.db);
  seller = await createTestUser(ctx.db, { firstName: 'Sal', lastName: 'Seller' });
  id = (
    await callerOf(ctx, seller).create({
      ...{ title: 'Walnut sideboard', price: '95', location: 'Troy', category: 'furniture' },
      isFeatured: true,
    })
  ).id;
});

/** Moves the day of return to today, as time does. */
async function letReturnCome() {
  const today = dayIn(0);
  await sql`update users set away_until = ${today}::date where id = ${seller.id}`.execute(ctx.db);
  await Promise.all([endAbsences(ctx), endAbsences(ctx)]);
}

/** Counts the listing in everything that shows listings. */
async function countsInLists() {
  const other = await insertListing(ctx.db, (await createTestUser(ctx.db)).id, {
    ...{ title: 'Pine box', category: 'furniture', availability: 'available' },
  });
  await refreshSearchPhrases(ctx.db);
  const call = visitor();
  const [all, found, ofSeller, featured, facets, suggested, related, places] = await Promise.all([
    call.list({ availability: 'all' }),
    call.list({ search: 'walnut' }),
    call.list({ sellerId: seller.id }),
    call.featured(),
    call.facets({ search: 'walnut' }),
    call.suggest({ query: 'waln' }),
    call.related({ id: other }),
    call.places(),
  ]);
  const sitemap = await sitemapFiles(ctx.db, 1);
  const profile = await account().profile({ id: seller.id });
  await sql`delete from listings where id = ${other}`.execute(ctx.db);
  const isIt = (one: { id: string }) => one.id === id;
  return {
    listed: [all.items, found.items, ofSeller.items, featured, related.similar].map(
      (items) => items.filter(isIt).length,
    ),
    counted: [facets.total.count, suggested.length, places.total - 1, sitemap.length - 1],
    onProfile: profile.activeListings,
  };
}

it('takes listings out of all lists and counts until the day of the return', async () => {
  const shown = { listed: [1, 1, 1, 1, 1], counted: [1, 1, 1, 1], onProfile: 1 };
  expect(await countsInLists()).toEqual(shown);
  const awayUntil = dayIn(5);
  expect(await account().update({ awayUntil })).toEqual({ showPresence: true, awayUntil });
  const gone = { listed: [0, 0, 0, 0, 0], counted: [0, 0, 0, 0], onProfile: 0 };
  expect(await countsInLists()).toEqual(gone);
  expect(await visitor().byId({ id })).toMatchObject({ awayUntil, availability: 'available' });
  expect(await account().profile({ id: seller.id })).toMatchObject({ awayUntil });
  await endAbsences(ctx);
  expect(await account().settings()).toMatchObject({ awayUntil });
  await letReturnCome();
  expect(await account().settings()).toMatchObject({ awayUntil: null });
  expect(await countsInLists()).toEqual(shown);
  expect(await visitor().byId({ id })).toMatchObject({ awayUntil: null });
});

it('covers listings that are posted or restored during an absence', async () => {
  await sql`update listings set deleted_at = now() where id = ${id}`.execute(ctx.db);
  await account().update({ awayUntil: dayIn(5) });
  await sql`update listings set deleted_at = null where id = ${id}`.execute(ctx.db);
  const posted = { title: 'Cherry stool', price: '5', location: 'Troy' };
  expect(await callerOf(ctx, seller).create(posted)).toMatchObject({ awayUntil: dayIn(5) });
  expect((await visitor().list({})).items).toEqual([]);
  await account().update({ awayUntil: null });
  expect((await visitor().list({})).items).toHaveLength(2);
});

it('refuses days that are not ahead, too far ahead, or no days', async () => {
  const cases: [string, string | RegExp][] = [
    [dayIn(0), 'Choose a day after today for your return.'],
    [dayIn(-3), 'Choose a day after today for your return.'],
    [dayIn(91), /^You can be away for up to 90 days\. Choose \w{3} \d+ or earlier\.$/],
    ['2026-02-30', 'Enter a day such as 2026-12-31.'],
    ['tomorrow', 'Enter a day such as 2026-12-31.'],
  ];
  for (const [awayUntil, problem] of cases) {
    const error = await account()
      .update({ awayUntil, firstName: 'New' })
      .catch((reason: unknown) => reason);
    const text = JSON.stringify((error as { cause: { issues: unknown } }).cause.issues);
    const [issue] = JSON.parse(text) as { path: string | string[]; message: string }[];
    expect([issue?.path].flat()).toEqual(['awayUntil']);
    expect(issue?.message).toMatch(problem);
  }
  expect(await account().settings()).toMatchObject({ awayUntil: null });
  expect(await account().profile({ id: seller.id })).toMatchObject({ firstName: 'Sal' });
  await account().update({ awayUntil: dayIn(90) });
  expect(await account().update({ firstName: 'New' })).toMatchObject({ awayUntil: dayIn(90) });
});

it('sends alerts after the return, and none again for a listing that was sent before', async () => {
  const old = await insertSearch(ctx, { search: 'walnut' });
  const other = await insertSearch(ctx, { search: 'cherry' });
  await sql`update listing_changes set changed_at = now()`.execute(ctx.db);
  await callerOf(ctx, seller).update({ id, title: 'Walnut sideboard', price: '90' });
  const alerts = async () => [await countAlerts(ctx, old.user), await countAlerts(ctx, other.user)];
  await sql`update standing_searches set created_at = now() - interval '1 day'`.execute(ctx.db);
  await account().update({ awayUntil: dayIn(5) });
  await callerOf(ctx, seller).create({ title: 'Cherry stool', price: '5', location: 'Troy' });
  await matchSearches(ctx);
  expect(await alerts()).toEqual([0, 0]);
  await letReturnCome();
  await matchSearches(ctx);
  expect(await alerts()).toEqual([1, 1]);
  await account().update({ awayUntil: dayIn(5) });
  await matchSearches(ctx);
  await letReturnCome();
  await matchSearches(ctx);
  expect(await alerts()).toEqual([1, 1]);
});

it('sends no question and ends no listing during an absence, and waits a day after the return', async () => {
  const buyer = await createTestUser(ctx.db);
  const messaging = messagingOf(ctx, buyer);
  const { id: conversationId } = await messaging.openConversation({ listingId: id });
  await messaging.send({ conversationId, ...draft('Is this still available?') });
  const inbox = async () =>
    (await messaging.conversations({})).items[0]?.otherParticipants[0]?.awayUntil;
  expect(await inbox()).toBeNull();
  await account().update({ awayUntil: dayIn(80) });
  expect(await inbox()).toBe(dayIn(80));
  await letDaysPass(ctx, id, 70);
  await askSellers(ctx);
  await sweepEnding(ctx);
  expect((await noticesOf(ctx, seller)).notified).toEqual([]);
  await letReturnCome();
  expect((await visitor().list({})).items).toHaveLength(1);
  await sweepEnding(ctx);
  expect((await noticesOf(ctx, seller)).notified).toHaveLength(1);
  expect((await visitor().list({})).items).toHaveLength(1);
});

it('forgets a question about a listing when its seller leaves', async () => {
  await sql`update listings set asked_at = now() - interval '8 days',
    updated_at = now() - interval '9 days' where id = ${id}`.execute(ctx.db);
  await account().update({ awayUntil: dayIn(5) });
  await letReturnCome();
  await askSellers(ctx);
  expect(await visitor().byId({ id })).toMatchObject({ availability: 'available' });
});
