import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Meetups } from '@marketplace/db/types.generated';
import { meetupMaxDays, noShowDays } from '@marketplace/shared/deals/constants';
import type * as inputs from '@marketplace/shared/deals/inputs';
import { isId } from '@marketplace/shared/ids';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { regionDay } from '@marketplace/shared/regions/region-time';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { perDay, perMinute } from '../../platform/limiter.ts';
import { changeDeals } from './change-deal.ts';
import { assertOpen, conflict, dealOf, delivered, type LockedDeals } from './locked-deals.ts';
import { findSale, findStep } from './steps.ts';

const dailyMeetups = perDay('meetup', 60, 'You can suggest {points} meetups a day.');
const statuses = perMinute('meetup-status', 10, 'You can send {points} of these a minute.');

type MeetupContext = Pick<AppContext, 'db' | 'hub' | 'limiter'>;
type By<Input> = Input & { userId: string };
type Meetup = Pick<
  Selectable<Meetups>,
  'id' | 'conversationId' | 'proposedBy' | 'place' | 'startsAt' | 'status'
>;

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Suggests a place and time, which replaces an earlier suggestion or agreement. Repeating the
 * `clientId` returns the first suggestion and counts toward no limit. Throws BAD_REQUEST for a time
 * in the past or too far ahead, NOT_FOUND, FORBIDDEN for a closed conversation, CONFLICT if the
 * listing is gone or sold to someone else, and TOO_MANY_REQUESTS.
 */
export async function proposeMeetup(
  ctx: MeetupContext,
  { conversationId, userId, clientId, ...draft }: By<output<typeof inputs.proposeMeetupInput>>,
): Promise<MessageView> {
  const { place, startsAt } = draft;
  const sending = { conversationId, senderId: userId, clientId };
  const first = await findStep(ctx.db, sending, 'meetup');
  if (first) return first;
  const ahead = Date.parse(startsAt) - Date.now();
  if (ahead <= 0) throw badField('startsAt', 'Choose a time in the future.');
  if (ahead > meetupMaxDays * dayMs) {
    throw badField('startsAt', `Choose a time within the next ${meetupMaxDays} days.`);
  }
  await ctx.limiter.take(dailyMeetups, userId);
  return changeDeals(ctx, { conversationId }, async (deals) => {
    const deal = dealOf(deals, conversationId, userId);
    const racing = await findStep(deals.trx, sending, 'meetup');
    if (racing) return racing;
    assertOpen(deal);
    await assertStillTheirs(deals, deal.id);
    await deals.trx
      .updateTable('meetups')
      .set({ status: 'replaced' })
      .where('conversationId', '=', deal.id)
      .where('status', 'in', ['proposed', 'accepted'])
      .execute();
    const meetup = await deals.trx
      .insertInto('meetups')
      .values({ conversationId: deal.id, proposedBy: userId, place, startsAt })
      .returningAll()
      .executeTakeFirstOrThrow();
    return postMeetup(deals, { meetup, senderId: userId, status: 'proposed', clientId });
  });
}

/** Throws CONFLICT if the listing is gone, or sold to anyone but the buyer of this conversation. */
async function assertStillTheirs({ trx, listing }: LockedDeals, conversationId: string) {
  if (listing.availability === 'sold') {
    const sale = await findSale(trx, listing.id);
    if (sale?.conversationId !== conversationId) throw conflict('This was sold to someone else.');
  } else if (!listing.readable) {
    throw conflict('This listing is no longer available.');
  }
}

/**
 * Accepts or declines a suggestion. Throws NOT_FOUND, FORBIDDEN for the person who made it, and
 * CONFLICT if it has ended or its time has passed.
 */
export async function respondToMeetup(
  ctx: MeetupContext,
  { meetupId, answer, userId }: By<output<typeof inputs.respondToMeetupInput>>,
): Promise<MessageView> {
  return changeMeetup(ctx, { meetupId, userId }, async (deals, meetup) => {
    if (meetup.proposedBy === userId) {
      throw new AppError('FORBIDDEN', 'Only the other person can answer your suggestion.');
    }
    if (meetup.status !== 'proposed') throw tooLate(meetup);
    const ahead = meetup.startsAt.getTime() - Date.now();
    if (answer === 'accept' && ahead <= 0) throw conflict('The time of this meetup is over.');
    const status = answer === 'accept' ? ('accepted' as const) : ('declined' as const);
    await deals.trx
      .updateTable('meetups')
      .set({
        status,
        // Skip reminders that would have been due before the agreement.
        dayReminderAt: status === 'accepted' && ahead <= dayMs ? sql`now()` : null,
        hourReminderAt: status === 'accepted' && ahead <= hourMs ? sql`now()` : null,
      })
      .where('id', '=', meetup.id)
      .execute();
    return postMeetup(deals, { meetup, senderId: userId, status });
  });
}

/** Cancels a meetup for either person. Throws NOT_FOUND, FORBIDDEN, CONFLICT if it has ended. */
export async function cancelMeetup(
  ctx: MeetupContext,
  { meetupId, userId }: By<output<typeof inputs.meetupInput>>,
): Promise<MessageView> {
  return changeMeetup(ctx, { meetupId, userId }, async (deals, meetup) => {
    if (!['proposed', 'accepted'].includes(meetup.status)) throw tooLate(meetup);
    await setStatus(deals, meetup, { status: 'canceled' });
    return postMeetup(deals, { meetup, senderId: userId, status: 'canceled' });
  });
}

/**
 * Posts the user's status on the day of a meetup, or a no-show report afterwards. Throws NOT_FOUND,
 * FORBIDDEN, CONFLICT if it has ended or is not today, and TOO_MANY_REQUESTS.
 */
export async function postMeetupStatus(
  ctx: MeetupContext,
  { meetupId, status, userId }: By<output<typeof inputs.meetupStatusInput>>,
): Promise<MessageView> {
  await ctx.limiter.take(statuses, userId);
  return changeMeetup(ctx, { meetupId, userId }, async (deals, meetup) => {
    if (meetup.status === 'proposed') throw conflict("This meetup isn't agreed on yet.");
    if (meetup.status !== 'accepted') throw tooLate(meetup);
    if (status === 'no-show') await recordNoShow(deals, meetup, userId);
    else if (regionDay(meetup.startsAt.getTime()) !== regionDay(Date.now())) {
      throw conflict("This meetup isn't today.");
    }
    return postMeetup(deals, { meetup, senderId: userId, status });
  });
}

async function recordNoShow(deals: LockedDeals, meetup: Meetup, userId: string): Promise<void> {
  const since = Date.now() - meetup.startsAt.getTime();
  if (since < 0) throw conflict("The time of this meetup hasn't come yet.");
  if (since > noShowDays * dayMs) throw conflict('This meetup was too long ago.');
  const { conversationId } = meetup;
  const sale = await findSale(deals.trx, deals.listing.id);
  if (sale?.verified && sale.conversationId === conversationId) {
    throw conflict('You met: the hand-over was confirmed with the code.');
  }
  const { otherId } = dealOf(deals, conversationId, userId);
  await setStatus(deals, meetup, { status: 'missed', missedBy: otherId });
}

async function setStatus(
  { trx }: LockedDeals,
  { id }: Meetup,
  values: { status: string; missedBy?: string },
): Promise<void> {
  await trx.updateTable('meetups').set(values).where('id', '=', id).execute();
}

/** Changes one of the user's meetups. Throws NOT_FOUND, and FORBIDDEN in a closed conversation. */
async function changeMeetup(
  ctx: MeetupContext,
  { meetupId, userId }: { meetupId: string; userId: string },
  change: (deals: LockedDeals, meetup: Meetup) => Promise<MessageView>,
): Promise<MessageView> {
  const found = isId(meetupId)
    ? await ctx.db
        .selectFrom('meetups as m')
        .innerJoin('conversations as c', 'c.id', 'm.conversationId')
        .select('m.conversationId')
        .where('m.id', '=', meetupId)
        .where((eb) => eb.or([eb('c.buyerId', '=', userId), eb('c.sellerId', '=', userId)]))
        .executeTakeFirst()
    : undefined;
  if (!found) throw notFound('Meetup');
  return changeDeals(ctx, found, async (deals) => {
    assertOpen(dealOf(deals, found.conversationId, userId));
    const meetup = await deals.trx
      .selectFrom('meetups')
      .select(['id', 'conversationId', 'proposedBy', 'place', 'startsAt', 'status'])
      .where('id', '=', meetupId)
      .executeTakeFirstOrThrow();
    return change(deals, meetup);
  });
}

/** Returns the error for a step that the status of the meetup no longer allows. */
function tooLate({ status }: Meetup): AppError {
  const whatHappened: Record<string, string> = {
    accepted: 'This meetup was already accepted.',
    declined: 'This meetup was declined.',
    canceled: 'This meetup was canceled.',
    replaced: 'Another meetup has been suggested since.',
    missed: 'This meetup was reported as missed.',
  };
  return conflict(whatHappened[status] ?? 'This meetup is over.');
}

interface Posting {
  meetup: Meetup;
  senderId: string;
  status: Step;
  clientId?: string | undefined;
}

async function postMeetup(
  deals: LockedDeals,
  { meetup, status, ...sender }: Posting,
): Promise<MessageView> {
  const { conversationId } = meetup;
  return delivered(await deals.post({ ...sender, conversationId, entry: entryOf(meetup, status) }));
}

type Step = EntryOf<'meetup'>['data']['status'];

function entryOf({ id, place, startsAt }: Meetup, status: Step): EntryOf<'meetup'> {
  const data = { meetupId: id, place, startsAt: startsAt.toISOString(), status };
  return { kind: 'meetup', data };
}

/** Cancels a sold listing's meetups except the buyer's. Returns their conversations' ids. */
export async function cancelOtherMeetups(
  { trx, conversations, post }: LockedDeals,
  conversationId: string | null,
): Promise<string[]> {
  const others = [...conversations.values()].filter(({ id }) => id !== conversationId);
  const canceled = await trx
    .updateTable('meetups')
    .set({ status: 'canceled' })
    .where('conversationId', '=', sql<string>`any(${others.map(({ id }) => id)}::uuid[])`)
    .where('status', 'in', ['proposed', 'accepted'])
    .returningAll()
    .execute();
  for (const meetup of canceled) {
    const senderId = conversations.get(meetup.conversationId)?.sellerId ?? '';
    const { conversationId: id } = meetup;
    await post({ conversationId: id, senderId, entry: entryOf(meetup, 'canceled') });
  }
  return canceled.map((meetup) => meetup.conversationId);
}
