import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import type { Session } from '../../context.ts';
import { readFeed } from '../../realtime/feed.ts';
import { createTestContext } from '../../test/app-context.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestUser } from '../../test/users.ts';
import {
  createTestConversation,
  findWrongCounters,
  messagingOf,
} from '../messaging/messaging.fixtures.ts';
import { createTestDeals, dealsOf, inHours, offerIn, stepsOf } from './deals.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;
let deal: Awaited<ReturnType<typeof createTestConversation>>;
/** Another buyer's conversation about the same listing. */
let other: { id: string; buyer: Session['user'] };

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database);
});
afterAll(() => database.close());
beforeEach(async () => {
  deal = await createTestConversation(ctx);
  const person = await createTestUser(ctx.db);
  const { id } = await messagingOf(ctx, person).openConversation({ listingId: deal.listingId });
  other = { id, buyer: person };
});

const seller = () => dealsOf(ctx, deal.seller);
const buyer = () => dealsOf(ctx, deal.buyer);
const sold = () => ({ listingId: deal.listingId, conversationId: deal.id });
const viewOf = (id = deal.id) => seller().forConversation({ conversationId: id });

const reserveFor = (conversationId: string) =>
  ctx.db
    .insertInto('reservations')
    .values({ listingId: deal.listingId, conversationId, until: inHours(72) })
    .execute();

const offerFrom = ({ id, buyer: by }: typeof other) =>
  ctx.db
    .insertInto('offers')
    .values({ conversationId: id, listingId: deal.listingId, madeBy: by.id, amount: '80.00' })
    .execute();

describe('marking as sold', () => {
  it('posts the sale to its buyer, and invites both people to review', async () => {
    await seller().markSold(sold());
    expect(await viewOf()).toMatchObject({
      availability: 'sold',
      soldHere: true,
      handedOverAt: null,
    });
    expect(await stepsOf(ctx, deal.id)).toEqual(['handover false', 'system review']);
    expect(await stepsOf(ctx, other.id)).toEqual([]);
  });

  it('posts nothing without a buyer', async () => {
    await seller().markSold({ listingId: deal.listingId });
    expect(await viewOf()).toMatchObject({ availability: 'sold', soldHere: false });
    expect(await stepsOf(ctx, deal.id)).toEqual([]);
  });

  it('ends all other deals, each with an entry in its conversation', async () => {
    await reserveFor(deal.id);
    await offerFrom(other);
    const inLine = await createTestUser(ctx.db);
    const { id: lineId } = await messagingOf(ctx, inLine).openConversation({
      listingId: deal.listingId,
    });
    await ctx.db
      .insertInto('linePlaces')
      .values({ listingId: deal.listingId, buyerId: inLine.id, conversationId: lineId })
      .execute();
    const place = 'Library';
    await dealsOf(ctx, inLine).proposeMeetup({
      conversationId: lineId,
      place,
      startsAt: inHours(3),
    });
    await seller().markSold(sold());
    expect(await stepsOf(ctx, other.id)).toEqual(['offer closed']);
    expect(await stepsOf(ctx, lineId)).toEqual([
      'meetup proposed',
      'meetup canceled',
      'system sold',
    ]);
    expect(await viewOf(lineId)).toMatchObject({ meetup: null, line: { length: 0 } });
    const { rows } = await sql`select r.status, l.availability from reservations r
      join listings l on l.id = r.listing_id where l.id = ${deal.listingId}`.execute(ctx.db);
    expect(rows).toEqual([{ status: 'sold', availability: 'sold' }]);
  });

  it('is allowed during a reservation for another buyer, who gets an entry', async () => {
    await reserveFor(other.id);
    await seller().markSold(sold());
    expect(await stepsOf(ctx, other.id)).toEqual(['system sold']);
    expect(await viewOf(other.id)).toMatchObject({ soldHere: false, reservation: null });
  });

  it('is allowed only to the seller, for a conversation about the listing', async () => {
    await expect(buyer().markSold(sold())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { listingId } = deal;
    const elsewhere = await createTestConversation(ctx);
    for (const conversationId of [elsewhere.id, 'nothing', crypto.randomUUID()]) {
      await expect(seller().markSold({ listingId, conversationId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    }
    await messagingOf(ctx, deal.buyer).block({ userId: deal.seller.id });
    await expect(seller().markSold(sold())).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('happens once when 20 calls race', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) =>
        seller().markSold({ ...sold(), conversationId: at % 2 ? deal.id : other.id }),
      ),
    );
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost.map(({ reason }) => reason.code)).toEqual(Array(19).fill('CONFLICT'));
    const steps = [...(await stepsOf(ctx, deal.id)), ...(await stepsOf(ctx, other.id))];
    expect(steps.filter((step) => step.startsWith('handover'))).toHaveLength(1);
  });
});

it('a sale that races an acceptance leaves no reservation or open offer', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { seller: owner, listingId, buyer: first, conversationId } = await createTestDeals(ctx);
    const { offerId } = await dealsOf(ctx, first).makeOffer(offerIn(conversationId));
    const asOwner = dealsOf(ctx, owner);
    const [sale, answer] = await Promise.allSettled([
      asOwner.markSold({ listingId }),
      asOwner.respondToOffer({ offerId, answer: 'accept' }),
    ]);
    expect(sale.status).toBe('fulfilled');
    const refusal = answer.status === 'rejected' ? answer.reason.code : 'CONFLICT';
    expect(refusal).toBe('CONFLICT');
    const { rows } = await sql`select availability,
        (select count(*)::integer from reservations r
          where r.listing_id = l.id and r.status = 'active') as reserved,
        (select count(*)::integer from offers o
          where o.listing_id = l.id and o.status = 'open') as open
      from listings l where id = ${listingId}`.execute(ctx.db);
    expect(rows).toEqual([{ availability: 'sold', reserved: 0, open: 0 }]);
  }
});

describe('undoing a sale', () => {
  it('makes the listing available again within a day', async () => {
    await seller().markSold(sold());
    await expect(buyer().undoSold(sold())).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await seller().undoSold(sold());
    expect(await viewOf()).toMatchObject({ availability: 'available', soldHere: false });
    expect((await stepsOf(ctx, deal.id)).at(-1)).toBe('system sale-undone');
    await expect(seller().undoSold(sold())).rejects.toMatchObject({ code: 'CONFLICT' });
    await seller().markSold({ listingId: deal.listingId });
  });

  it('reaches the open page of a buyer who has blocked the seller', async () => {
    await seller().markSold(sold());
    await messagingOf(ctx, deal.buyer).block({ userId: deal.seller.id });
    const before = (await readFeed(ctx.db, deal.buyer.id, 0)).length;
    await seller().undoSold(sold());
    const [event] = (await readFeed(ctx.db, deal.buyer.id, 0)).slice(before);
    expect(event?.event).toMatchObject({ type: 'conversation', conversationId: deal.id });
  });

  it('is refused a day later', async () => {
    await seller().markSold(sold());
    await sql`update sales set sold_at = now() - interval '25 hours'
      where listing_id = ${deal.listingId}`.execute(ctx.db);
    await expect(seller().undoSold(sold())).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('the hand-over', () => {
  const codeOf = async (by = buyer(), conversationId = deal.id) =>
    (await by.handoverCode({ conversationId })).code;
  const confirm = (code: string) => seller().confirmHandover({ conversationId: deal.id, code });
  const wrong = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');

  it('becomes a verified sale with the buyer’s code', async () => {
    const code = await codeOf();
    expect(code).toMatch(/^\d{4}$/);
    expect(await codeOf()).toBe(code);
    await confirm(code);
    const view = await viewOf();
    expect(view).toMatchObject({ availability: 'sold', soldHere: true });
    expect(view.handedOverAt).toBe(view.soldAt);
    expect(await stepsOf(ctx, deal.id)).toEqual(['handover true', 'system review']);
    for (const again of [() => confirm(code), () => codeOf(), () => seller().markSold(sold())]) {
      await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' });
    }
  });

  it('is confirmed once when two tabs race', async () => {
    const code = await codeOf();
    const results = await Promise.allSettled([confirm(code), confirm(code)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await stepsOf(ctx, deal.id)).toEqual(['handover true', 'system review']);
  });

  it('verifies a sale that was marked without the code', async () => {
    await seller().markSold(sold());
    await confirm(await codeOf());
    expect((await viewOf()).handedOverAt).not.toBeNull();
    expect(await stepsOf(ctx, deal.id)).toEqual([
      'handover false',
      'system review',
      'handover true',
    ]);
  });

  it('has a different code after a sale was undone', async () => {
    const codes = new Set([await codeOf()]);
    for (let round = 0; round < 3; round += 1) {
      await seller().markSold(sold());
      await seller().undoSold(sold());
      codes.add(await codeOf());
    }
    expect(codes.size).toBeGreaterThan(2);
  });

  it('needs the code of this conversation, from the seller', async () => {
    const code = await codeOf();
    await expect(seller().handoverCode({ conversationId: deal.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(buyer().confirmHandover({ conversationId: deal.id, code })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(confirm(wrong(code))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: 'code' }] },
    });
    await expect(confirm('12a4')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused when sold to or reserved for someone else', async () => {
    const code = await codeOf();
    await reserveFor(other.id);
    for (const refused of [() => codeOf(), () => confirm(code)]) {
      await expect(refused()).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'This is reserved for someone else.',
      });
    }
    await seller().markSold({ listingId: deal.listingId, conversationId: other.id });
    await expect(codeOf()).rejects.toMatchObject({ message: 'This was sold to someone else.' });
  });

  it('allows five tries in an hour, even if they race', async () => {
    const code = await codeOf();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => confirm(wrong(code))),
    );
    const reasons = results.map((result) => result.status === 'rejected' && result.reason.code);
    expect(reasons.filter((reason) => reason === 'BAD_REQUEST')).toHaveLength(5);
    expect(reasons.filter((reason) => reason === 'TOO_MANY_REQUESTS')).toHaveLength(15);
    await expect(confirm(code)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      cause: { retryAfter: expect.any(Number) },
    });
  });

  it('does not count tries of other users against the seller', async () => {
    const code = await codeOf();
    for (let at = 0; at < 6; at += 1) {
      await expect(
        buyer().confirmHandover({ conversationId: deal.id, code }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    await confirm(code);
  });
});

it('keeps all counters right', async () => {
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});
