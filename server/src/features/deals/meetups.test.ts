import { beforeEach, describe, expect, it } from 'vitest';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { createTestConversation, messagingOf } from '../messaging/messaging.fixtures.ts';
import { dealsOf, inHours, stepsOf } from './deals.fixtures.ts';

const ctx = messagingContext();
let deal: Awaited<ReturnType<typeof createTestConversation>>;

beforeEach(async () => {
  deal = await createTestConversation(ctx);
});

const place = 'Public library';
const seller = () => dealsOf(ctx, deal.seller);
const buyer = () => dealsOf(ctx, deal.buyer);

async function propose(startsAt = inHours(48), by = buyer()): Promise<string> {
  const message = await by.proposeMeetup({ conversationId: deal.id, place, startsAt });
  if (message.kind !== 'meetup') throw new Error(message.kind);
  return message.data.meetupId;
}

async function agree(startsAt?: string): Promise<string> {
  const meetupId = await propose(startsAt);
  await seller().respondToMeetup({ meetupId, answer: 'accept' });
  return meetupId;
}

const meetupOf = async () => (await seller().forConversation({ conversationId: deal.id })).meetup;

/** Moves a meetup to this many hours from now. */
const move = (id: string, hours: number) =>
  ctx.db
    .updateTable('meetups')
    .set({ startsAt: inHours(hours) })
    .where('id', '=', id)
    .execute();

describe('a suggestion', () => {
  it('adds an entry to the timeline and becomes the meetup of the deal', async () => {
    const startsAt = '2026-11-28T15:00:00-05:00';
    const at = new Date(startsAt).getTime() > Date.now() ? startsAt : inHours(48);
    const message = await buyer().proposeMeetup({
      conversationId: deal.id,
      place: '  By the clock ',
      startsAt: at,
    });
    expect(message).toMatchObject({
      kind: 'meetup',
      data: {
        place: 'By the clock',
        status: 'proposed',
        startsAt: new Date(Math.round(Date.parse(at) / 1000) * 1000).toISOString(),
      },
      senderId: deal.buyer.id,
    });
    expect(message.content).toMatch(/^Suggested to meet: By the clock, /);
    expect(await meetupOf()).toMatchObject({ status: 'proposed', proposedBy: deal.buyer.id });
  });

  it('replaces the one before, whoever made it', async () => {
    const first = await agree();
    const second = await propose(inHours(30), seller());
    expect(await meetupOf()).toMatchObject({ id: second, status: 'proposed' });
    const answer = seller().respondToMeetup({ meetupId: first, answer: 'accept' });
    await expect(answer).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('wins or is replaced when two are made at once', async () => {
    const both = await Promise.all([propose(inHours(30)), propose(inHours(31), seller())]);
    expect(both).toContain((await meetupOf())?.id);
    const rows = await ctx.db
      .selectFrom('meetups')
      .select('status')
      .where('conversationId', '=', deal.id)
      .execute();
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['proposed', 'replaced']);
  });

  it('is refused for a time in the past or too far ahead, and without a place', async () => {
    const conversationId = deal.id;
    for (const startsAt of [inHours(-0.1), inHours(61 * 24), 'tomorrow', '2026-12-01T10:00']) {
      const proposal = buyer().proposeMeetup({ conversationId, place, startsAt });
      await expect(proposal).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    }
    const nowhere = buyer().proposeMeetup({ conversationId, place: ' ', startsAt: inHours(2) });
    await expect(nowhere).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is refused after a block, and after a sale to someone else', async () => {
    await dealsOf(ctx, deal.seller).markSold({ listingId: deal.listingId });
    await expect(propose()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This was sold to someone else.',
    });
    await dealsOf(ctx, deal.seller).undoSold({ listingId: deal.listingId });
    await messagingOf(ctx, deal.seller).block({ userId: deal.buyer.id });
    await expect(propose()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('can be made to the buyer of the listing after the sale', async () => {
    await seller().markSold({ listingId: deal.listingId, conversationId: deal.id });
    await agree();
    expect(await meetupOf()).toMatchObject({ status: 'accepted' });
  });
});

describe('an answer', () => {
  it('is accepted only from the other person, once', async () => {
    const meetupId = await propose();
    await expect(buyer().respondToMeetup({ meetupId, answer: 'accept' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const stranger = dealsOf(ctx, await createTestUser(ctx.db));
    await expect(stranger.respondToMeetup({ meetupId, answer: 'accept' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await seller().respondToMeetup({ meetupId, answer: 'decline' });
    expect(await meetupOf()).toBeNull();
    await expect(seller().respondToMeetup({ meetupId, answer: 'accept' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This meetup was declined.',
    });
    expect(await stepsOf(ctx, deal.id)).toEqual(['meetup proposed', 'meetup declined']);
  });

  it('that races a cancellation has one winner', async () => {
    const meetupId = await propose();
    const results = await Promise.allSettled([
      seller().respondToMeetup({ meetupId, answer: 'decline' }),
      buyer().cancelMeetup({ meetupId }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await stepsOf(ctx, deal.id)).toHaveLength(2);
  });

  it('is refused after the time of the meetup', async () => {
    const meetupId = await propose();
    await move(meetupId, -1);
    await expect(seller().respondToMeetup({ meetupId, answer: 'accept' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

it('a meetup can be canceled by either person, once', async () => {
  const meetupId = await agree();
  await buyer().cancelMeetup({ meetupId });
  await expect(seller().cancelMeetup({ meetupId })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This meetup was canceled.',
  });
});

describe('the day of a meetup', () => {
  it('lets both people send their status, only on that day', async () => {
    const meetupId = await agree();
    const early = seller().meetupStatus({ meetupId, status: 'on-my-way' });
    await expect(early).rejects.toMatchObject({ message: "This meetup isn't today." });
    await move(meetupId, 0);
    await seller().meetupStatus({ meetupId, status: 'on-my-way' });
    await buyer().meetupStatus({ meetupId, status: 'late' });
    const { content } = await buyer().meetupStatus({ meetupId, status: 'here' });
    expect(content).toBe("I'm here.");
    expect(await stepsOf(ctx, deal.id)).toEqual(
      ['proposed', 'accepted', 'on-my-way', 'late', 'here'].map((step) => `meetup ${step}`),
    );
  });

  it('allows no status for a suggestion', async () => {
    const meetupId = await propose();
    await move(meetupId, 0);
    await expect(buyer().meetupStatus({ meetupId, status: 'here' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('a no-show', () => {
  it('can be reported once, within a week after the time of the meetup', async () => {
    const meetupId = await agree();
    const noShow = () => buyer().meetupStatus({ meetupId, status: 'no-show' });
    await expect(noShow()).rejects.toMatchObject({ code: 'CONFLICT' });
    await move(meetupId, -8 * 24);
    await expect(noShow()).rejects.toMatchObject({ code: 'CONFLICT' });
    await move(meetupId, -1);
    await noShow();
    const row = await ctx.db
      .selectFrom('meetups')
      .select(['status', 'missedBy'])
      .where('id', '=', meetupId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'missed', missedBy: deal.seller.id });
    await expect(seller().meetupStatus({ meetupId, status: 'no-show' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });

  it('is refused after a hand-over with the code', async () => {
    const meetupId = await agree();
    await move(meetupId, -1);
    const { code } = await buyer().handoverCode({ conversationId: deal.id });
    await seller().confirmHandover({ conversationId: deal.id, code });
    await expect(buyer().meetupStatus({ meetupId, status: 'no-show' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});
