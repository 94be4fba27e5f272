import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createRecordingHub } from '../../test/app-context.ts';
import { queuedMails } from '../../test/mail.ts';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { createTestConversation, messagingOf } from '../messaging/messaging.fixtures.ts';
import { listNotifications } from '../notifications/notifications.ts';
import { unsubscribe } from '../notifications/preferences.ts';
import { dealsOf, inHours } from './deals.fixtures.ts';
import { remindOfMeetups } from './reminders.ts';

const ctx = messagingContext();
let deal: Awaited<ReturnType<typeof createTestConversation>>;

beforeEach(async () => {
  deal = await createTestConversation(ctx);
});

async function agree(hours: number): Promise<string> {
  const place = 'Public library';
  const meetup = { conversationId: deal.id, place, startsAt: inHours(hours) };
  const message = await dealsOf(ctx, deal.buyer).proposeMeetup(meetup);
  const meetupId = message.kind === 'meetup' ? message.data.meetupId : '';
  await dealsOf(ctx, deal.seller).respondToMeetup({ meetupId, answer: 'accept' });
  return meetupId;
}

/** Moves the meetup to this many hours from now. */
const comeTo = (id: string, hours: number) =>
  sql`update meetups set starts_at = ${inHours(hours)} where id = ${id}`.execute(ctx.db);

/** Returns the reminders that a user got, oldest first. */
async function remindersOf(user: { id: string; email: string }) {
  const { items } = await listNotifications(ctx.db, user.id, { limit: 20 });
  const mails = await queuedMails(ctx, user.email);
  return {
    notified: items.filter(({ type }) => type === 'reminder').map(({ count }) => count),
    mailed: mails.map(({ subject }) => subject).toReversed(),
  };
}

it('reach both people once, a day and an hour before, from any number of instances', async () => {
  const id = await agree(48);
  await remindOfMeetups(ctx);
  expect(await remindersOf(deal.buyer)).toEqual({ notified: [], mailed: [] });
  await comeTo(id, 23.9);
  const other = { ...ctx, hub: createRecordingHub() };
  await Promise.all([ctx, other, ctx, other].map(remindOfMeetups));
  for (const user of [deal.buyer, deal.seller]) {
    // In the first minutes of a day, 23.9 hours later is the same day.
    expect(await remindersOf(user)).toEqual({
      notified: [1],
      mailed: [expect.stringMatching(/^Your meetup with user-\w+ is (today|tomorrow)$/)],
    });
  }
  await comeTo(id, 0.9);
  await Promise.all([ctx, other, ctx, other].map(remindOfMeetups));
  const reminders = await remindersOf(deal.seller);
  expect(reminders.mailed[1]).toMatch(/ starts within the hour$/);
  expect(reminders).toEqual({ notified: [2], mailed: [expect.anything(), expect.anything()] });
  const { items } = await listNotifications(ctx.db, deal.seller.id, { limit: 1 });
  expect(items[0]).toMatchObject({
    type: 'reminder',
    body: expect.stringMatching(/^Public library, \w{3}, \w{3} \d+, \d+:\d\d [AP]M$/),
    path: `/messages?c=${deal.id}`,
  });
});

it('are not sent for meetups that were agreed on after they were due', async () => {
  const id = await agree(20);
  await remindOfMeetups(ctx);
  expect((await remindersOf(deal.buyer)).mailed).toEqual([]);
  await comeTo(id, 0.9);
  await remindOfMeetups(ctx);
  expect((await remindersOf(deal.buyer)).mailed).toHaveLength(1);

  const soon = await createTestConversation(ctx);
  deal = soon;
  await agree(0.5);
  await remindOfMeetups(ctx);
  expect((await remindersOf(deal.buyer)).mailed).toEqual([]);
});

it('are only one if both are due', async () => {
  const id = await agree(48);
  await comeTo(id, 0.5);
  await remindOfMeetups(ctx);
  await remindOfMeetups(ctx);
  expect((await remindersOf(deal.buyer)).mailed).toHaveLength(1);
});

it('are not sent for suggestions, canceled or past meetups, or after a block', async () => {
  const place = 'Library';
  await dealsOf(ctx, deal.buyer).proposeMeetup({
    conversationId: deal.id,
    place,
    startsAt: inHours(2),
  });
  await remindOfMeetups(ctx);
  const canceled = await agree(48);
  await dealsOf(ctx, deal.buyer).cancelMeetup({ meetupId: canceled });
  await comeTo(canceled, 0.5);
  await remindOfMeetups(ctx);
  const past = await agree(48);
  await comeTo(past, -0.5);
  await remindOfMeetups(ctx);
  await comeTo(past, 0.5);
  await messagingOf(ctx, deal.seller).block({ userId: deal.buyer.id });
  await remindOfMeetups(ctx);
  expect(await remindersOf(deal.buyer)).toEqual({ notified: [], mailed: [] });
});

it('are emailed only to users who want them, with one-click unsubscribe', async () => {
  const id = await agree(48);
  await comeTo(id, 20);
  await remindOfMeetups(ctx);
  const [mail] = await queuedMails(ctx, deal.buyer.email);
  const token = new URL(mail?.unsubscribeUrl ?? '').searchParams.get('token') ?? '';
  await unsubscribe(ctx, token);
  const { rows } = await sql`select mail_messages, mail_reviews, mail_deals from users
    where id = ${deal.buyer.id}`.execute(ctx.db);
  expect(rows).toEqual([{ mailMessages: true, mailReviews: true, mailDeals: false }]);
  await comeTo(id, 0.5);
  await remindOfMeetups(ctx);
  const reminders = await remindersOf(deal.buyer);
  expect(reminders.notified).toEqual([2]);
  expect(reminders.mailed).toHaveLength(1);
  expect((await remindersOf(deal.seller)).mailed).toHaveLength(2);
});
