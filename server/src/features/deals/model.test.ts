import { expect, it } from 'vitest';
import { messagingContext } from '../messaging/messaging-context.fixtures.ts';
import { findWrongCounters } from '../messaging/messaging.fixtures.ts';
import { storyOf } from './deals.fixtures.ts';
import { pickAct } from './model-acts.fixtures.ts';
import {
  isClosed,
  isReadable,
  type ModelPerson,
  type ModelTalk,
  storedAvailability,
} from './model-state.fixtures.ts';
import { createWorld, oneOf, type World } from './model-world.fixtures.ts';

/** How many histories to run. A thousand take about eight minutes. */
const histories = Number(process.env['DEAL_HISTORIES'] ?? 8);
const firstSeed = Number(process.env['DEAL_SEED'] ?? 1);
const steps = 60;

const ctx = messagingContext();

const userOf = ({ id, email }: ModelPerson) =>
  ({ id, email, isAdmin: false, membershipTier: 'free' }) as const;

const hoursUntil = (time: string) => Math.round((Date.parse(time) - Date.now()) / 3_600_000);

/** Reads what a person sees of a conversation through the API. */
async function seenBy({ apiOf }: World, person: ModelPerson, { id }: ModelTalk) {
  const deal = await apiOf(person).deals.forConversation({ conversationId: id });
  const { availability, canOffer, reservation, line, soldHere } = deal;
  return {
    availability,
    canOffer,
    soldHere,
    offers: deal.offers.map(({ id, madeBy, amount, status }) => ({ id, madeBy, amount, status })),
    reservation: reservation && { ...reservation, until: hoursUntil(reservation.until) },
    line: {
      ...line,
      offeredUntil: line.offeredUntil && hoursUntil(line.offeredUntil),
      reservedUntil: line.reservedUntil && hoursUntil(line.reservedUntil),
    },
    story: await storyOf(ctx, userOf(person), id),
  };
}

/** Returns what the model says that `seenBy` must return, also before expired deals are swept. */
function expectedOf({ model }: World, person: ModelPerson, talk: ModelTalk) {
  const { listing, buyer } = talk;
  const { sale } = listing;
  const isLive = listing.reservation !== null && listing.reservation.until > model.now;
  const live = isLive ? listing.reservation : null;
  const lapsed = isLive || !listing.reservation?.isTurn ? null : listing.reservation.talk;
  const line = listing.line.filter((other) => other !== lapsed);
  const availability = sale ? 'sold' : live || line.length > 0 ? 'reserved' : 'available';
  const offers = talk.offers.map(({ id, madeBy, amount, status, expires }) => {
    const isOver = status === 'open' && expires <= model.now;
    return { id, madeBy: madeBy.id, amount, status: isOver ? 'lapsed' : status };
  });
  const own = live?.talk === talk ? live : null;
  const place = person === buyer ? line.indexOf(talk) + 1 : 0;
  const reservedUntil = own && person === buyer ? own.until - model.now : null;
  return {
    availability,
    canOffer:
      person === buyer &&
      !listing.isFirm &&
      !isClosed(talk) &&
      isReadable(listing) &&
      availability === 'available' &&
      offers.every(({ status }) => status !== 'open'),
    soldHere: sale?.talk === talk,
    offers,
    reservation: own && {
      until: own.until - model.now,
      amount: own.amount,
      fromLine: own.isTurn,
    },
    line: {
      position: place || null,
      length: line.length,
      offeredUntil: own?.isTurn ? reservedUntil : null,
      reservedUntil,
    },
    story: talk.story,
  };
}

async function compareAll(world: World) {
  const { model } = world;
  const rows = await ctx.db
    .selectFrom('listings')
    .select(['id', 'availability'])
    .where(
      'id',
      'in',
      model.listings.map(({ id }) => id),
    )
    .execute();
  const stored = new Map(rows.map(({ id, availability }) => [id, availability]));
  for (const listing of model.listings) {
    expect(stored.get(listing.id)).toBe(storedAvailability(listing));
    for (const talk of listing.talks) {
      for (const person of [talk.buyer, listing.seller]) {
        if (person.isDeleted || person.isDeactivated) continue;
        expect(await seenBy(world, person, talk)).toEqual(expectedOf(world, person, talk));
      }
    }
  }
}

async function live(world: World, seed: number) {
  const { random, model } = world;
  const story: string[] = [];
  for (let step = 1; step <= steps; step++) {
    const present = model.people.filter(
      ({ isDeleted, isDeactivated }) => !isDeleted && !isDeactivated,
    );
    const person = oneOf(random, present);
    const act = pickAct(random);
    if (!person) continue;
    story.push(`${step}: ${person.name} is to ${act.name}`);
    try {
      story.push(`${step}: ${person.name} ${await act(world, person)}`);
      if (step % 15 === 0) await compareAll(world);
    } catch (error) {
      throw new Error(`Seed ${seed}:\n${story.slice(-40).join('\n')}`, { cause: error });
    }
  }
}

it(
  'matches the model through random histories',
  async () => {
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      await live(await createWorld(ctx, seed), seed);
    }
    const wrong = (await findWrongCounters(ctx.db)) as { what: string }[];
    // A deletion closes conversations as a block does, so this check does not apply.
    expect(wrong.filter(({ what }) => what !== 'blocked')).toEqual([]);
  },
  histories * 20_000,
);
