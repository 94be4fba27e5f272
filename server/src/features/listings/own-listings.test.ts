import { beforeEach, expect, it } from 'vitest';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { draft, messagingOf } from '../messaging/messaging.fixtures.ts';
import { callerOf, insertListing, insertReservation, insertSale } from './listings.fixtures.ts';

const ctx = messagingContext();
let seller: Session['user'];
beforeEach(async () => {
  seller = await createTestUser(ctx.db);
});

const insert = (values: Parameters<typeof insertListing>[2] = {}) =>
  insertListing(ctx.db, seller.id, values);
const mine = (input: Parameters<ReturnType<typeof callerOf>['mine']>[0] = {}) =>
  callerOf(ctx, seller).mine(input);
const titles = async (input: Parameters<typeof mine>[0]) =>
  (await mine(input)).items.map(({ title }) => title).sort();

/** Creates a buyer who sends the seller messages about a listing. */
async function buyerOf(listingId: string, ...texts: string[]) {
  const buyer = await createTestUser(ctx.db, { firstName: 'Ada', lastName: 'Byron' });
  const messaging = messagingOf(ctx, buyer);
  const { id } = await messaging.openConversation({ listingId });
  for (const text of texts) await messaging.send({ conversationId: id, ...draft(text) });
  return { buyer, conversationId: id };
}

it('filters by status and title, and counts each status whatever the filters are', async () => {
  await insert({ title: 'Oak table' });
  await insert({ title: 'Oak_chair', isFeatured: true });
  await insert({ title: 'Elm shelf', isActive: false, isFeatured: true });
  await insert({ title: 'Gone', deletedAt: new Date() });
  const sold = await insert({ title: 'Ash shelf', isFeatured: true });
  await insertSale(ctx.db, sold);
  const counts = { all: 4, active: 2, featured: 1, reserved: 0, sold: 1, ended: 0, hidden: 1 };
  expect(await mine({ search: 'nothing' })).toMatchObject({ items: [], counts });
  expect(await titles({ status: 'active' })).toEqual(['Oak table', 'Oak_chair']);
  expect(await titles({ status: 'featured' })).toEqual(['Oak_chair']);
  expect(await titles({ status: 'reserved' })).toEqual([]);
  expect(await titles({ status: 'sold' })).toEqual(['Ash shelf']);
  expect(await titles({ status: 'hidden' })).toEqual(['Elm shelf']);
  expect(await titles({ search: ' oAK ' })).toEqual(['Oak table', 'Oak_chair']);
  expect(await titles({ search: '_' })).toEqual(['Oak_chair']);
  expect((await mine({ limit: 1 })).counts).toEqual(counts);
});

it('shows why a listing is hidden to nobody but its seller', async () => {
  const flagged = await insert({
    isActive: false,
    flaggedAt: new Date(),
    flagReason: 'No dealers, please',
  });
  await insert({ isActive: false, hiddenByReportsAt: new Date() });
  await insert();
  const { items } = await mine();
  expect(items.map(({ hidden }) => hidden)).toEqual([
    null,
    { by: 'reports', reason: null },
    { by: 'moderator', reason: 'No dealers, please' },
  ]);
  const admin = await createTestUser(ctx.db, { isAdmin: true });
  const seen = await callerOf(ctx, admin).byId({ id: flagged });
  expect(JSON.stringify(seen)).not.toContain('No dealers');
});

it('shows who a listing is reserved for or was sold to', async () => {
  const reserved = await insert();
  const sold = await insert();
  const soldElsewhere = await insert();
  await insert();
  const { conversationId } = await buyerOf(reserved, 'Is this still available?');
  const until = await insertReservation(ctx.db, reserved, conversationId);
  const sale = await buyerOf(sold);
  await insertSale(ctx.db, sold, sale.conversationId);
  await insertSale(ctx.db, soldElsewhere);
  const { items } = await mine();
  expect(items.map(({ availability, deal }) => [availability, deal])).toEqual([
    ['available', null],
    ['sold', { conversationId: null, buyerName: null, until: null }],
    ['sold', { conversationId: sale.conversationId, buyerName: 'Ada Byron', until: null }],
    ['reserved', { conversationId, buyerName: 'Ada Byron', until: until.toISOString() }],
  ]);
});

it('counts conversations with messages, except those with blocked users', async () => {
  const asked = await insert();
  const quiet = await insert();
  const unread = await buyerOf(asked, 'Is this still available?', 'Hello?');
  const read = await buyerOf(asked, 'I can pick it up today.');
  await buyerOf(asked);
  const blocked = await buyerOf(asked, 'Psst');
  const messaging = messagingOf(ctx, seller);
  await messaging.markRead({ conversationId: read.conversationId, upToSeq: 1 });
  await messaging.block({ userId: blocked.buyer.id });
  const { items } = await mine();
  const of = (id: string) => items.find((item) => item.id === id)?.conversations;
  expect(of(asked)).toEqual({ count: 2, unread: 2, newestId: unread.conversationId });
  expect(of(quiet)).toEqual({ count: 0, unread: 0, newestId: null });
});

it('begins with what needs attention, if asked, across pages', async () => {
  const day = 24 * 60 * 60 * 1000;
  const at = (days: number) => new Date(Date.now() + days * day);
  const quiet = await insert({ expiresAt: at(30) });
  const asked = await insert({ askedAt: at(-1), expiresAt: at(30) });
  const ending = await insert({ expiresAt: at(3) });
  const ended = await insert({ endedAt: at(-1) });
  const renewed = await insert({ endedAt: at(-1), renewedAt: at(-2) });
  const unread = await insert({ expiresAt: at(30) });
  const hidden = await insert({ askedAt: at(-1), isActive: false });
  await buyerOf(unread, 'Is this still available?');
  const newest = [hidden, unread, renewed, ended, ending, asked, quiet];
  expect((await mine({})).items.map(({ id }) => id)).toEqual(newest);
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await mine({ sort: 'attention', limit: 2, cursor });
    found.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(found).toEqual([asked, ending, unread, ended, hidden, renewed, quiet]);
});
