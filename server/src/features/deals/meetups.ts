import { type Selectable, sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Meetups } from '@marketplace/db/types.generated';
import { meetupMaxDays, noShowDays, publicPlaces } from '@marketplace/shared/deals/constants';
import type * as inputs from '@marketplace/shared/deals/inputs';
import type { PlacesView } from '@marketplace/shared/deals/views';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import type { MessageView } from '@marketplace/shared/messaging/views';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { towns } from '@marketplace/shared/regions/towns';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import { perDay, perMinute } from '../../platform/limiter.ts';
import { changeDeals } from './change-deal.ts';
import {
  assertOpen,
  conflict,
  type DealContext,
  dealOf,
  delivered,
  type LockedDeals,
  type WithUser,
} from './locked-deals.ts';
import { findSale, findStep } from './steps.ts';

const dailyMeetups = perDay('meetup', 60, 'You can suggest {points} meetups a day.');
const statuses = perMinute('meetup-status', 10, 'You can send {points} of these a minute.');

const columns = ['id', 'conversationId', 'proposedBy', 'place', 'startsAt', 'status'] as const;
type Meetup = Pick<Selectable<Meetups>, (typeof columns)[number]>;
type Status = EntryOf<'meetup'>['data']['status'];

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/**
 * Suggests a place and time, which replaces an earlier suggestion or agreement. Repeating the
 * `clientId` returns the first suggestion and counts toward no limit. Throws BAD_REQUEST for a time
 * in the past or too far ahead, NOT_FOUND, FORBIDDEN for a closed conversation, CONFLICT if the
 * listing is gone or sold to someone else, and TOO_MANY_REQUESTS.
 */
export async function proposeMeetup(
  ctx: DealContext,
  { conversationId, userId, clientId, place, startsAt }: WithUser<typeof inputs.proposeMeetupInput>,
): Promise<MessageView> {
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

/** Accepts or declines a suggestion. Throws NOT_FOUND, FORBIDDEN for its maker, CONFLICT. */
export function respondToMeetup(
  ctx: DealContext,
  { meetupId, answer, userId }: WithUser<typeof inputs.respondToMeetupInput>,
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
export function cancelMeetup(
  ctx: DealContext,
  { meetupId, userId }: WithUser<typeof inputs.meetupInput>,
) {
  return changeMeetup(ctx, { meetupId, userId }, async (deals, meetup) => {
    if (!['proposed', 'accepted'].includes(meetup.status)) throw tooLate(meetup);
    const status = 'canceled';
    await deals.trx.updateTable('meetups').set({ status }).where('id', '=', meetup.id).execute();
    return postMeetup(deals, { meetup, senderId: userId, status });
  });
}

/**
 * Posts the user's status on the day of a meetup, or a no-show report afterwards. Throws NOT_FOUND,
 * FORBIDDEN, CONFLICT if it has ended or is not today, and TOO_MANY_REQUESTS.
 */
export async function postMeetupStatus(
  ctx: DealContext,
  { meetupId, status, userId }: WithUser<typeof inputs.meetupStatusInput>,
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
  const values = { status: 'missed', missedBy: dealOf(deals, conversationId, userId).otherId };
  await deals.trx.updateTable('meetups').set(values).where('id', '=', meetup.id).execute();
}

/** Changes one of the user's meetups. Throws NOT_FOUND, and FORBIDDEN in a closed conversation. */
async function changeMeetup(
  ctx: DealContext,
  { meetupId, userId }: WithUser<typeof inputs.meetupInput>,
  change: (deals: LockedDeals, meetup: Meetup) => Promise<MessageView>,
): Promise<MessageView> {
  assertId(meetupId, 'Meetup');
  const found = await ctx.db
    .selectFrom('meetups as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversationId')
    .select('m.conversationId')
    .where('m.id', '=', meetupId)
    .where((eb) => eb.or([eb('c.buyerId', '=', userId), eb('c.sellerId', '=', userId)]))
    .executeTakeFirstOrThrow(() => notFound('Meetup'));
  return changeDeals(ctx, found, async (deals) => {
    assertOpen(dealOf(deals, found.conversationId, userId));
    const meetup = await deals.trx
      .selectFrom('meetups')
      .select(columns)
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

async function postMeetup(
  { post }: LockedDeals,
  step: { meetup: Meetup; senderId: string; status: Status; clientId?: string | undefined },
): Promise<MessageView> {
  const { meetup, status, ...sender } = step;
  const { conversationId } = meetup;
  return delivered(await post({ ...sender, conversationId, entry: entryOf(meetup, status) }));
}

function entryOf({ id, place, startsAt }: Meetup, status: Status): EntryOf<'meetup'> {
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
    const { conversationId } = meetup;
    const senderId = conversations.get(conversationId)?.sellerId ?? '';
    await post({ conversationId, senderId, entry: entryOf(meetup, 'canceled') });
  }
  return canceled.map((meetup) => meetup.conversationId);
}

/**
 * Returns kinds of public places, and safe spots: those in the listing's county, its town first, or
 * all without a listing. Throws NOT_FOUND for an unknown listing.
 */
export async function listPlaces(db: Db, listingId?: string): Promise<PlacesView> {
  const { town, county } =
    listingId === undefined ? { town: null, county: null } : await getTown(db, listingId);
  const near = towns.filter((one) => one.county === county).map(({ name }) => name);
  const spots = await db
    .selectFrom('safeSpots')
    .select(['id', 'name', 'town', 'note'])
    .$if(county !== null, (query) => query.where('town', 'in', near))
    .orderBy((eb) => eb('town', '=', town ?? ''), 'desc')
    .orderBy('town')
    .orderBy('name')
    .orderBy('id')
    .execute();
  return { town, spots, kinds: [...publicPlaces] };
}

function getTown(db: Db, listingId: string) {
  assertId(listingId, 'Listing');
  return db
    .selectFrom('listings')
    .select(['town', 'county'])
    .where((eb) => eb.and({ id: listingId, deletedAt: null }))
    .executeTakeFirstOrThrow(() => notFound('Listing'));
}
