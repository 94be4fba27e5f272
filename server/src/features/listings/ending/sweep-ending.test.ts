import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRecordingHub } from '../../../test/app-context.ts';
import { queuedMails } from '../../../test/mail.ts';
import {
  availabilityOf,
  createTestDeals,
  dealsOf,
  inHours,
  offerIn,
  storyOf,
} from '../../deals/deals.fixtures.ts';
import { messagingContext } from '../../messaging/messaging-context.fixtures.ts';
import { messagingOf } from '../../messaging/messaging.fixtures.ts';
import { unsubscribe } from '../../notifications/preferences.ts';
import { insertListing } from '../listings.fixtures.ts';
import { askSellers } from './ask-sellers.ts';
import { letDaysPass, linksOf, noticesOf } from './ending.fixtures.ts';
import { followListingLink, readListingLink, undoListingAct } from './listing-links.ts';
import { sweepEnded, sweepEnding } from './sweep-ending.ts';

const ctx = messagingContext();
let deal: Awaited<ReturnType<typeof createTestDeals>>;

/** Runs the sweep on two instances at once, twice, as several workers do. */
const sweep = () => {
  const other = { ...ctx, hub: createRecordingHub() };
  return Promise.all([ctx, other, ctx, other].map(sweepEnding));
};

const textIn = (conversationId: string) => ({
  conversationId,
  content: 'Is it still there?',
  clientId: crypto.randomUUID(),
});

const pass = (days: number) => letDaysPass(ctx, deal.listingId, days);

beforeEach(async () => {
  await ctx.db.updateTable('listings').set({ deletedAt: new Date() }).execute();
  deal = await createTestDeals(ctx);
  // Gives the listing a term, like one of an older server.
  await sweep();
});

describe('the end of a term', () => {
  it('is announced a week and a day before, once each, and then comes', async () => {
    const { seller, listingId } = deal;
    await pass(52.9);
    await sweep();
    expect(await noticesOf(ctx, seller)).toEqual({ notified: [], mailed: [] });
    await pass(0.2);
    await sweep();
    const week = await noticesOf(ctx, seller);
    expect(week.notified).toEqual([expect.stringMatching(/^“.*” ends \w{3} \d+$/)]);
    expect(week.mailed).toEqual([expect.stringMatching(/^“.*” ends \w{3} \d+$/)]);
    await pass(5.8);
    await sweep();
    expect((await noticesOf(ctx, seller)).mailed).toHaveLength(1);
    await pass(0.2);
    await sweep();
    expect((await noticesOf(ctx, seller)).mailed).toHaveLength(2);
    expect(await availabilityOf(ctx, listingId)).toBe('available');
    await pass(1);
    await sweep();
    expect(await availabilityOf(ctx, listingId)).toBe('expired');
    const { notified, mailed } = await noticesOf(ctx, seller);
    expect(notified[0]).toMatch(/^“.*” ended$/);
    expect(mailed[2]).toMatch(/^“.*” ended$/);
  });

  it('waits a day after a notice that is late', async () => {
    await pass(90);
    await sweep();
    expect(await availabilityOf(ctx, deal.listingId)).toBe('available');
    expect((await noticesOf(ctx, deal.seller)).mailed).toHaveLength(1);
    await pass(1);
    await sweep();
    expect(await availabilityOf(ctx, deal.listingId)).toBe('expired');
  });

  it('does not come while the listing is reserved or a meetup is agreed', async () => {
    const { buyer, seller, conversationId, listingId } = deal;
    await dealsOf(ctx, seller).reserve({ conversationId, days: 14 });
    await pass(61);
    await sweep();
    await sweep();
    expect(await availabilityOf(ctx, listingId)).toBe('reserved');
    await dealsOf(ctx, seller).release({ listingId });
    await sweep();
    expect(await availabilityOf(ctx, listingId)).toBe('available');
    const meetup = { conversationId, place: 'Public library', startsAt: inHours(72) };
    const message = await dealsOf(ctx, buyer).proposeMeetup(meetup);
    const meetupId = message.kind === 'meetup' ? message.data.meetupId : '';
    await dealsOf(ctx, seller).respondToMeetup({ meetupId, answer: 'accept' });
    await pass(2);
    await sweep();
    expect(await availabilityOf(ctx, listingId)).toBe('available');
    await pass(2);
    await sweep();
    expect(await availabilityOf(ctx, listingId)).toBe('expired');
  });

  it('closes an open offer with an entry in the conversation', async () => {
    const { buyer, conversationId, listingId } = deal;
    await pass(60);
    await sweep();
    await pass(1);
    await dealsOf(ctx, buyer).makeOffer(offerIn(conversationId));
    await sweep();
    expect(await availabilityOf(ctx, listingId)).toBe('expired');
    expect(await storyOf(ctx, buyer, conversationId)).toEqual(['offer open', 'system ended']);
  });

  it('sends one email about many listings, and none to who does not want it', async () => {
    const { seller } = deal;
    const ids = [];
    for (let n = 0; n < 30; n++) ids.push(await insertListing(ctx.db, seller.id));
    await sweepEnding(ctx);
    for (const id of ids) await letDaysPass(ctx, id, 54);
    await sweepEnding(ctx);
    const [mail] = await queuedMails(ctx, seller.email);
    expect(mail?.subject).toBe('30 of your listings end soon');
    expect((await linksOf(ctx, seller))['Renew']).toBeDefined();
    const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
    expect(await unsubscribe(ctx, token)).toMatchObject({ list: 'listings' });
    for (const id of ids) await letDaysPass(ctx, id, 6);
    await sweepEnding(ctx);
    expect((await noticesOf(ctx, seller)).mailed).toHaveLength(1);
    expect((await noticesOf(ctx, seller)).notified).toEqual(['60 of your listings end soon']);
  });

  it('takes a listing out of its seller’s list after a year', async () => {
    await sql`update listings set ended_at = now() - interval '364 days'
      where id = ${deal.listingId}`.execute(ctx.db);
    await sweepEnded(ctx);
    const find = () =>
      ctx.db
        .selectFrom('listings')
        .select('deletedAt')
        .where('id', '=', deal.listingId)
        .executeTakeFirstOrThrow();
    expect((await find()).deletedAt).toBeNull();
    await pass(2);
    await sweepEnded(ctx);
    expect((await find()).deletedAt).not.toBeNull();
  });
});

describe('the links in an email', () => {
  const links = async () => {
    await pass(54);
    await sweep();
    return linksOf(ctx, deal.seller);
  };

  it('change nothing when opened, do one thing once, and can be undone', async () => {
    const { Renew: renew = '', 'Mark as sold': sold = '' } = await links();
    expect(await readListingLink(ctx, renew)).toMatchObject({
      act: 'renew',
      availability: 'available',
    });
    expect(await availabilityOf(ctx, deal.listingId)).toBe('available');
    const marked = await followListingLink(ctx, sold);
    expect(await availabilityOf(ctx, deal.listingId)).toBe('sold');
    await expect(followListingLink(ctx, sold)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(followListingLink(ctx, renew)).rejects.toMatchObject({ code: 'CONFLICT' });
    await undoListingAct(ctx, marked.undo ?? '');
    expect(await availabilityOf(ctx, deal.listingId)).toBe('available');
    const renewed = await followListingLink(ctx, renew);
    await expect(followListingLink(ctx, renew)).rejects.toMatchObject({ code: 'CONFLICT' });
    await undoListingAct(ctx, renewed.undo ?? '');
    await followListingLink(ctx, renew);
  });

  it('let a listing end without another notice', async () => {
    const { 'Let it end': letEnd = '' } = await links();
    const { undo } = await followListingLink(ctx, letEnd);
    await undoListingAct(ctx, undo ?? '');
    await followListingLink(ctx, letEnd);
    await pass(5.5);
    await sweep();
    expect((await noticesOf(ctx, deal.seller)).mailed).toHaveLength(1);
    await pass(1);
    await sweep();
    expect(await availabilityOf(ctx, deal.listingId)).toBe('expired');
  });

  it('say what is wrong when changed, expired, or of a deleted listing', async () => {
    const { Renew: renew = '' } = await links();
    const open = (token: string) => readListingLink(ctx, token);
    await expect(open(renew.slice(0, -1))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(open('')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { secrets } = ctx;
    const old = { ...(secrets.unseal(renew) as object), until: Date.now() - 1 };
    await expect(open(secrets.seal(old))).rejects.toMatchObject({
      message: 'This link has expired. Open My Listings instead.',
    });
    const gone = { deletedAt: new Date() };
    await ctx.db.updateTable('listings').set(gone).where('id', '=', deal.listingId).execute();
    await expect(open(renew)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a seller who answers nobody', () => {
  const ask = () => Promise.all([askSellers(ctx), askSellers(ctx)]);
  const write = () => messagingOf(ctx, deal.buyer).send(textIn(deal.conversationId));

  it('is asked after 14 days, and the listing ends after 7 more days of silence', async () => {
    await write();
    await pass(13.9);
    await ask();
    expect((await noticesOf(ctx, deal.seller)).mailed).toEqual([]);
    await pass(0.2);
    await ask();
    expect((await noticesOf(ctx, deal.seller)).mailed).toEqual([
      expect.stringMatching(/^Is “.*” still available\?$/),
    ]);
    await pass(6.9);
    await ask();
    expect(await availabilityOf(ctx, deal.listingId)).toBe('available');
    await pass(0.2);
    await ask();
    expect(await availabilityOf(ctx, deal.listingId)).toBe('expired');
  });

  it('keeps a listing about which a meetup is agreed', async () => {
    const { buyer, seller, conversationId, listingId } = deal;
    const meetup = { conversationId, place: 'Public library', startsAt: inHours(40 * 24) };
    const message = await dealsOf(ctx, buyer).proposeMeetup(meetup);
    const meetupId = message.kind === 'meetup' ? message.data.meetupId : '';
    await dealsOf(ctx, seller).respondToMeetup({ meetupId, answer: 'accept' });
    await write();
    await pass(15);
    await ask();
    await pass(8);
    await ask();
    expect((await noticesOf(ctx, seller)).mailed).toHaveLength(1);
    expect(await availabilityOf(ctx, listingId)).toBe('available');
  });

  it('is not asked again after a yes, until another message stays unanswered', async () => {
    await write();
    await pass(15);
    await ask();
    const { "Yes, it's available": yes = '' } = await linksOf(ctx, deal.seller);
    expect(await followListingLink(ctx, yes)).toMatchObject({ undo: null });
    await pass(20);
    await ask();
    expect((await noticesOf(ctx, deal.seller)).mailed).toHaveLength(1);
    await write();
    await pass(15);
    await ask();
    expect((await noticesOf(ctx, deal.seller)).mailed).toHaveLength(2);
  });

  it('counts as there after a message to anyone', async () => {
    await write();
    await pass(15);
    await ask();
    await messagingOf(ctx, deal.seller).send(textIn(deal.conversationId));
    await pass(8);
    await ask();
    expect(await availabilityOf(ctx, deal.listingId)).toBe('available');
    await pass(30);
    await ask();
    expect((await noticesOf(ctx, deal.seller)).mailed).toHaveLength(1);
  });
});
