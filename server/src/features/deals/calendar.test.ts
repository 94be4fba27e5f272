import ICAL from 'ical.js';
import { beforeAll, expect, it } from 'vitest';
import { createTestUser } from '../../test/users.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { createTestConversation } from '../messaging/messaging.fixtures.ts';
import { meetupCalendar } from './calendar.ts';
import { dealsOf } from './deals.fixtures.ts';

const ctx = messagingContext();
let deal: Awaited<ReturnType<typeof createTestConversation>>;

beforeAll(async () => {
  deal = await createTestConversation(ctx);
});

/** Returns the event of the file, parsed as a calendar would. */
async function eventOf(meetupId: string, userId = deal.buyer.id) {
  const file = await meetupCalendar(ctx, { meetupId, userId });
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toMatch(/[\r\n]/);
  }
  const calendar = new ICAL.Component(ICAL.parse(file));
  const vevent = calendar.getFirstSubcomponent('vevent');
  if (!vevent) throw new Error('no event');
  const event = new ICAL.Event(vevent);
  return {
    uid: event.uid,
    sequence: event.sequence,
    status: vevent.getFirstPropertyValue('status'),
    start: event.startDate.toJSDate().toISOString(),
    zone: event.startDate.zone.tzid,
    minutes: event.duration.toSeconds() / 60,
    summary: event.summary,
    location: event.location,
    description: event.description,
  };
}

async function propose(place: string, startsAt: string): Promise<string> {
  const buyer = dealsOf(ctx, deal.buyer);
  const message = await buyer.proposeMeetup({ conversationId: deal.id, place, startsAt });
  return message.kind === 'meetup' ? message.data.meetupId : '';
}

const inDays = (days: number) =>
  `${new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 17)}00.000Z`;

const hostile = `By the "clock", 2; a\\b: ${'é🪑'.repeat(30)}\nBEGIN:VALARM`;

it('has the place and time of the meetup', async () => {
  await ctx.db
    .updateTable('listings')
    .set({ title: 'Chair; oak, "old"\\new' })
    .where('id', '=', deal.listingId)
    .execute();
  const startsAt = inDays(2);
  const meetupId = await propose(hostile, startsAt);
  const event = await eventOf(meetupId);
  expect(event).toMatchObject({
    uid: expect.stringContaining(deal.id),
    sequence: 0,
    status: 'TENTATIVE',
    start: startsAt,
    zone: 'UTC',
    minutes: 30,
    summary: 'Meetup: Chair; oak, "old"\\new',
    location: hostile,
  });
  expect(event.description).toContain(`/messages?c=${deal.id}`);
  await dealsOf(ctx, deal.seller).respondToMeetup({ meetupId, answer: 'accept' });
  expect(await eventOf(meetupId)).toMatchObject({ status: 'CONFIRMED', sequence: 1 });
});

it('is the same event after a replacement, and ends with a cancellation', async () => {
  const first = await propose('Here', inDays(3));
  const before = await eventOf(first);
  const second = await propose('There', inDays(4));
  const after = await eventOf(second);
  expect(after.uid).toBe(before.uid);
  expect(after.sequence).toBeGreaterThan(before.sequence);
  expect(await eventOf(first)).toMatchObject({ status: 'CANCELLED' });
  expect((await eventOf(first)).sequence).toBeLessThan(after.sequence);
  await dealsOf(ctx, deal.seller).cancelMeetup({ meetupId: second });
  const canceled = await eventOf(second);
  expect(canceled).toMatchObject({ status: 'CANCELLED', uid: before.uid });
  expect(canceled.sequence).toBeGreaterThan(after.sequence);
});

it('is available only to the two people', async () => {
  const meetupId = await propose('Here', inDays(3));
  const stranger = await createTestUser(ctx.db);
  for (const [id, userId] of [
    [meetupId, stranger.id],
    ['nothing', deal.buyer.id],
    [crypto.randomUUID(), deal.buyer.id],
  ] as const) {
    await expect(meetupCalendar(ctx, { meetupId: id, userId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  }
});
