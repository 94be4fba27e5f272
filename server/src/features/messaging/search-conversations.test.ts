import { beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { FoundConversation } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import type { Session } from '../../context.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing, draft, messagingOf } from './messaging.fixtures.ts';
import { messagingContext } from './messaging-context.fixtures.ts';

const ctx = messagingContext();
let me: Session['user'];

/** Creates a conversation of `me` with a seller of this name, about a listing of this title. */
const talk = (firstName: string, title: string, messages: string[]) =>
  talkOf(me, { firstName, title, messages });

async function talkOf(
  buyer: Session['user'],
  { firstName, title, messages }: { firstName: string; title: string; messages: string[] },
) {
  const seller = await createTestUser(ctx.db, { firstName, lastName: 'Doe' });
  const listingId = await createTestListing(ctx.db, seller.id, { title });
  const { id } = await messagingOf(ctx, buyer).openConversation({ listingId });
  for (const content of messages) {
    await messagingOf(ctx, seller).send({ conversationId: id, ...draft(content) });
  }
  return { id, seller, listingId };
}

async function find(query: string): Promise<FoundConversation[]> {
  const found: FoundConversation[] = [];
  let page: Page<FoundConversation> = { items: [], nextCursor: null };
  do {
    const cursor = page.nextCursor ? { cursor: page.nextCursor } : {};
    page = await messagingOf(ctx, me).search({ query, limit: 2, ...cursor });
    found.push(...page.items);
  } while (page.nextCursor);
  return found;
}

const titlesOf = (found: FoundConversation[]) => found.map(({ listingTitle }) => listingTitle);

beforeAll(async () => {
  me = await createTestUser(ctx.db, { firstName: 'Mia', lastName: 'Own' });
});

it('finds by name, title and message, newest first, in pages', async () => {
  await talk('Ann', 'Oak desk', ['The first', 'I can bring it to Troy on Friday.', 'See you']);
  await talk('Troy', 'Lamp', ['Hello']);
  await talk('Eve', 'Troy ounce of silver', ['Hello there, about troy ounces']);
  await talk('Bob', 'Chair', ['Albany is fine']);
  const found = await find('  tROY ');
  expect(titlesOf(found)).toEqual(['Troy ounce of silver', 'Lamp', 'Oak desk']);
  // A snippet comes from the newest match, and only when neither name nor title matches.
  expect(found.map(({ snippet }) => snippet)).toEqual([
    null,
    null,
    'I can bring it to Troy on Friday.',
  ]);
  expect(titlesOf(await find('troy doe'))).toEqual(['Lamp']);
  expect(await find('Mia')).toEqual([]);
});

it('matches pattern characters literally', async () => {
  await talk('Gil', 'Rug', ['It is 100% wool']);
  await talk('Hal', 'Mat', [String.raw`C:\rugs and under_score`]);
  expect(titlesOf(await find('100%'))).toEqual(['Rug']);
  expect(await find('1%0')).toEqual([]);
  expect(titlesOf(await find('under_'))).toEqual(['Mat']);
  expect(await find('unde__')).toEqual([]);
  expect(titlesOf(await find(String.raw`C:\rugs`))).toEqual(['Mat']);
});

it('cuts a long message around the match', async () => {
  await talk('Ida', 'Vase', [`${'word '.repeat(100)}\n\nneedle ${'more '.repeat(100)}`]);
  const [found] = await find('needle');
  expect(found?.snippet).toMatch(/^…(word )+needle (more )+/);
  expect(found?.snippet?.length).toBeLessThan(170);
});

it("finds archived conversations, but none that are hidden, other people's, or by a deleted name", async () => {
  const first = await talk('Jan', 'Quilt one', []);
  const hidden = await talk('Kay', 'Quilt two', ['A quilt']);
  const gone = await talk('Leo', 'Quilt three', ['Warm']);
  const other = await createTestUser(ctx.db);
  await talkOf(other, { firstName: 'Max', title: 'Quilt four', messages: ['Warm quilt'] });
  const api = messagingOf(ctx, me);
  await api.archive({ conversationId: first.id, archived: true });
  await api.block({ userId: hidden.seller.id });
  await sql`update users set deleted_at = now() where id = ${gone.seller.id}`.execute(ctx.db);
  await sql`update listings set title = 'Renamed', deleted_at = now()
    where id = ${gone.listingId}`.execute(ctx.db);
  const found = await find('quilt');
  expect(titlesOf(found)).toEqual(['Quilt three', 'Quilt one']);
  expect(found.map(({ archived }) => archived)).toEqual([false, true]);
  expect(await find('Leo')).toEqual([]);
  expect(await find('Renamed')).toEqual([]);
});

it.each(['', ' ', 'a', ' a ', 'x'.repeat(101)])('refuses %j', async (query) => {
  const search = messagingOf(ctx, me).search({ query });
  await expect(search).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('query'),
  });
});
