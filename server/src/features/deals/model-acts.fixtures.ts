import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { letHoursPass } from './deals.fixtures.ts';
import { sweepDeals } from './change-deal.ts';
import { isReadable, storedAvailability, type ModelPerson } from './model-state.fixtures.ts';
import {
  expectOutcome,
  knowId,
  mostly,
  oneOf,
  opening,
  type Random,
  type World,
} from './model-world.fixtures.ts';

/** Acts as this person, in the system and in the model, and returns a description of the act. */
type Act = (world: World, person: ModelPerson) => Promise<string>;

const acts: { weight: number; act: Act }[] = [
  { weight: 200, act: makeOffer },
  { weight: 260, act: answer },
  { weight: 100, act: reserve },
  { weight: 80, act: release },
  { weight: 240, act: join },
  { weight: 30, act: leaveLine },
  { weight: 120, act: pass },
  { weight: 40, act: sweep },
  { weight: 20, act: sell },
  { weight: 60, act: undo },
  { weight: 12, act: block },
  { weight: 40, act: unblock },
  { weight: 12, act: flag },
  { weight: 10, act: deactivate },
  { weight: 3, act: remove },
  { weight: 3, act: depart },
];

/** Picks a random act by weight. */
export function pickAct(random: Random): Act {
  let left = random(acts.reduce((sum, { weight }) => sum + weight, 0));
  const picked = acts.find(({ weight }) => (left -= weight) < 0);
  return picked?.act ?? pass;
}

async function makeOffer(world: World, person: ModelPerson) {
  const { random, model, apiOf } = world;
  const listing = oneOf(random, model.listings);
  if (!listing) return 'finds nothing';
  const amount = `${random(100) + 1}.00`;
  const call = () =>
    apiOf(person).deals.makeOffer({ listingId: listing.id, amount, clientId: randomUUID() });
  if (listing.seller === person)
    return (await expectOutcome('FORBIDDEN', call()), 'offers themselves');
  const talk = opening(world, person, listing);
  const expected = typeof talk === 'string' ? talk : model.makeOffer(talk, amount);
  const made = await expectOutcome(expected, call());
  if (typeof talk === 'string') return `cannot offer: ${talk}`;
  await knowId(world, talk);
  const [newest] = talk.offers.slice(-1);
  if (made && newest) newest.id = made.offerId;
  return `offers ${amount}: ${expected}`;
}

async function answer({ random, model, apiOf }: World, anybody: ModelPerson) {
  const talk = oneOf(
    random,
    model.allTalks().filter(({ offers }) => offers.length > 0),
  );
  if (!talk) return 'has no offer';
  const at = random(8) > 0 ? talk.offers.length - 1 : random(talk.offers.length);
  const how = oneOf(random, ['accept', 'accept', 'decline', 'counter', 'withdraw'] as const);
  if (!how) return 'does not know how';
  const { id: offerId = '', madeBy } = talk.offers[at] ?? {};
  const { buyer, listing } = talk;
  const receiver = madeBy === buyer ? listing.seller : buyer;
  const person = mostly(random, how === 'withdraw' ? madeBy : receiver, anybody);
  const expected = model.answer(person, talk, { at, how });
  const { deals } = apiOf(person);
  const call =
    how === 'withdraw'
      ? deals.withdrawOffer({ offerId })
      : deals.respondToOffer({ offerId, answer: how, amount: '77' });
  const result = await expectOutcome(expected, call);
  const [newest] = talk.offers.slice(-1);
  if (result && newest && how === 'counter') newest.id = result.offerId;
  return `${how}s as ${person.name}: ${expected}`;
}

async function reserve({ random, model, apiOf }: World, anybody: ModelPerson) {
  const talk = oneOf(random, model.allTalks());
  if (!talk) return 'has nobody to reserve for';
  const person = mostly(random, talk.listing.seller, anybody);
  const days = random(3) + 1;
  const expected = model.reserve(person, talk, days);
  await expectOutcome(expected, apiOf(person).deals.reserve({ conversationId: talk.id, days }));
  return `reserves for ${talk.buyer.name}: ${expected}`;
}

async function release({ random, model, apiOf }: World, anybody: ModelPerson) {
  const reserved = model.listings.filter(({ reservation }) => reservation);
  const listing = oneOf(random, random(6) > 0 ? reserved : model.listings);
  if (!listing) return 'finds nothing reserved';
  const likely = random(2) > 0 ? listing.seller : listing.reservation?.talk.buyer;
  const person = mostly(random, likely, anybody);
  const expected = model.release(person, listing);
  await expectOutcome(expected, apiOf(person).deals.release({ listingId: listing.id }));
  return `releases as ${person.name}: ${expected}`;
}

async function join(world: World, anybody: ModelPerson) {
  const { random, model, apiOf } = world;
  const reserved = model.listings.filter(({ reservation }) => reservation);
  const listing = oneOf(random, random(8) > 0 ? reserved : model.listings);
  if (!listing) return 'finds no line';
  const { isTurn, talk: turn } = listing.reservation ?? {};
  const person =
    random(3) > 0 ? anybody : mostly(random, isTurn ? turn?.buyer : undefined, anybody);
  const call = () => apiOf(person).deals.joinLine({ listingId: listing.id });
  const isKnown = listing.talks.some(({ buyer }) => buyer === person);
  const isFree = isReadable(listing) && storedAvailability(listing) !== 'reserved';
  if (listing.seller === person || (!isKnown && isFree)) {
    return (await expectOutcome('CONFLICT', call()), 'finds no line');
  }
  const talk = opening(world, person, listing);
  const expected = typeof talk === 'string' ? talk : model.join(talk);
  await expectOutcome(expected, call());
  if (typeof talk !== 'string') await knowId(world, talk);
  return `joins as ${person.name}: ${expected}`;
}

async function leaveLine({ random, model, apiOf }: World, anybody: ModelPerson) {
  const listing = oneOf(random, model.listings);
  if (!listing) return 'finds nothing';
  const person = mostly(random, oneOf(random, listing.line)?.buyer, anybody);
  const expected = model.leave(person, listing);
  await expectOutcome(expected, apiOf(person).deals.leaveLine({ listingId: listing.id }));
  return 'leaves the line';
}

async function pass({ ctx, random, model }: World) {
  const hours = oneOf(random, [1, 5, 12, 13, 24, 30, 49]) ?? 1;
  model.now += hours;
  for (const { id } of model.listings) await letHoursPass(ctx, id, hours);
  return `waits ${hours} hours`;
}

async function sweep({ ctx, model }: World) {
  model.sweep();
  await sweepDeals(ctx);
  return 'sees it swept';
}

async function sell({ random, model, apiOf }: World, anybody: ModelPerson) {
  const listing = oneOf(random, model.listings);
  if (!listing) return 'finds nothing';
  const person = mostly(random, listing.seller, anybody);
  const talk = oneOf(random, [...listing.talks, null]) ?? null;
  const expected = model.sell(person, listing, talk);
  const to = talk ? { conversationId: talk.id } : {};
  const call = apiOf(person).deals.markSold({ listingId: listing.id, ...to });
  // For a person outside the conversation, either error is right.
  const isOutside = talk && person !== listing.seller && person !== talk.buyer;
  const outcome = expected === 'ok' || !isOutside ? [expected] : ['FORBIDDEN', 'NOT_FOUND'];
  const actual = await call.then(
    () => 'ok',
    (error: unknown) => (error as { code: string }).code,
  );
  expect(outcome).toContain(actual);
  return `sells: ${expected}`;
}

async function undo({ random, model, apiOf }: World, anybody: ModelPerson) {
  const sold = model.listings.filter(({ sale }) => sale);
  const listing = oneOf(random, sold.length > 0 ? sold : model.listings);
  if (!listing) return 'finds nothing';
  const person = mostly(random, listing.seller, anybody);
  const expected = model.undo(person, listing);
  await expectOutcome(expected, apiOf(person).deals.undoSold({ listingId: listing.id }));
  return `takes the sale back: ${expected}`;
}

async function block({ random, model, apiOf }: World, person: ModelPerson) {
  const others = model.people.filter((other) => other !== person && !other.isDeleted);
  const other = oneOf(random, others);
  if (!other) return 'is alone';
  model.block(person, other);
  await apiOf(person).messaging.block({ userId: other.id });
  return `blocks ${other.name}`;
}

async function unblock({ random, model, apiOf }: World, person: ModelPerson) {
  const other = oneOf(random, [...person.blocks]) ?? oneOf(random, model.people);
  if (!other || other === person) return 'blocks nobody';
  person.blocks.delete(other);
  await apiOf(person).messaging.unblock({ userId: other.id });
  return `unblocks ${other.name}`;
}

async function flag({ random, model, admin }: World) {
  const listed = model.listings.filter(({ isRemoved }) => !isRemoved);
  const listing = listed.find(({ isFlagged }) => isFlagged) ?? oneOf(random, listed);
  if (!listing) return 'finds nothing';
  const what = { id: listing.id, reason: 'A reason' };
  if (listing.isFlagged) {
    listing.isFlagged = false;
    await admin.restore(what);
    return 'sees it restored';
  }
  model.flag(listing);
  await admin.flag(what);
  return 'sees it flagged';
}

/** Deactivates a random person, or reactivates the one who is deactivated. */
async function deactivate({ random, model, admin }: World) {
  const people = model.people.filter(({ isDeleted }) => !isDeleted);
  const person = people.find(({ isDeactivated }) => isDeactivated) ?? oneOf(random, people);
  if (!person) return 'is alone';
  const whom = { id: person.id, reason: 'A reason' };
  if (person.isDeactivated) {
    person.isDeactivated = false;
    await admin.reactivate(whom);
    return `sees ${person.name} back`;
  }
  model.departs(person, 'isDeactivated');
  await admin.deactivate(whom);
  return `sees ${person.name} deactivated`;
}

async function remove({ random, model, apiOf }: World, person: ModelPerson) {
  const own = model.listings.filter(({ seller, isRemoved }) => seller === person && !isRemoved);
  const listing = oneOf(random, own);
  if (!listing) return 'has nothing to remove';
  const expected = model.remove(listing);
  await expectOutcome(expected, apiOf(person).listings.remove({ id: listing.id }));
  return 'removes a listing';
}

/** Deletes the account, unless only three people are left. */
async function depart({ ctx, model, apiOf }: World, person: ModelPerson) {
  if (model.people.filter(({ isDeleted }) => !isDeleted).length <= 3) return 'stays';
  model.departs(person, 'isDeleted');
  await apiOf(person).account.deleteAccount({ email: person.email });
  // No worker runs the queued sweep. The act `sweep` does that.
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);
  return 'deletes the account';
}
