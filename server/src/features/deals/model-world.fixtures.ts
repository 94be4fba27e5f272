import { expect } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createCaller } from '../../router.ts';
import { contextOfUser } from '../../test/context.ts';
import { createTestUser } from '../../test/users.ts';
import { createTestListing, seeded } from '../messaging/messaging.fixtures.ts';
import { Model } from './model.fixtures.ts';
import {
  areBlocked,
  isReadable,
  type ModelListing,
  type ModelPerson,
  type ModelTalk,
} from './model-state.fixtures.ts';

export type Random = (below: number) => number;

/** The real system and its model, side by side. */
export interface World {
  ctx: AppContext;
  random: Random;
  model: Model;
  /** Returns all procedures with this person as the caller. */
  apiOf(person: ModelPerson): ReturnType<typeof createCaller>;
  /** The admin procedures, with an admin as the caller. */
  admin: ReturnType<typeof createCaller>['admin'];
}

/** Creates six people: one with two listings, one with a listing at a firm price, four buyers. */
export async function createWorld(ctx: AppContext, seed: number): Promise<World> {
  const people: ModelPerson[] = [];
  for (let at = 0; at < 6; at++) {
    const { id, email } = await createTestUser(ctx.db);
    const name = `${seed}-${at}`;
    people.push({ id, name, email, isDeactivated: false, isDeleted: false, blocks: new Set() });
  }
  const listings: ModelListing[] = [];
  for (const seller of [...people.slice(0, 1), ...people.slice(0, 2)]) {
    const isFirm = listings.length === 2;
    const id = await createTestListing(ctx.db, seller.id, { isFirmPrice: isFirm });
    const state = { isRemoved: false, isFlagged: false, isFirm, reservation: null, sale: null };
    listings.push({ id, seller, ...state, talks: [], line: [] });
  }
  const admin = await createTestUser(ctx.db, { isAdmin: true });
  const apiOf = ({ id, email }: ModelPerson) =>
    createCaller(contextOfUser(ctx, { id, email, isAdmin: false, membershipTier: 'free' }));
  return {
    ctx,
    random: seeded(seed),
    model: new Model(people, listings),
    apiOf,
    admin: createCaller(contextOfUser(ctx, admin)).admin,
  };
}

/** Picks a random element, or undefined from an empty list. */
export function oneOf<T>(random: Random, all: readonly T[]): T | undefined {
  return all[random(all.length)];
}

/** Returns `likely` most of the time, if that person is active, or else `anybody`. */
export function mostly(random: Random, likely: ModelPerson | undefined, anybody: ModelPerson) {
  const isHere = likely && !likely.isDeleted && !likely.isDeactivated;
  return isHere && random(6) > 0 ? likely : anybody;
}

/** Expects 'ok' or an error code, and returns the result of the call. */
export async function expectOutcome<T>(expected: string, call: Promise<T>): Promise<T | undefined> {
  const [outcome, result] = await call.then(
    (result) => ['ok', result] as const,
    (error: unknown) => [(error as { code: string }).code, undefined] as const,
  );
  expect(outcome).toBe(expected);
  return result;
}

/** Returns the buyer's conversation, which it adds to the model if missing, or an error code. */
export function opening({ model }: World, buyer: ModelPerson, listing: ModelListing) {
  const known = model.allTalks().find((talk) => talk.buyer === buyer && talk.listing === listing);
  if (known) return known;
  if (!isReadable(listing)) return 'NOT_FOUND';
  if (areBlocked(buyer, listing.seller)) return 'FORBIDDEN';
  const talk = { id: '', listing, buyer, offers: [], story: [], wasReserved: false };
  listing.talks.push(talk);
  return talk;
}

/** Sets the id of a conversation, which exists even if the call that opened it was refused. */
export async function knowId({ ctx }: World, talk: ModelTalk): Promise<void> {
  talk.id ||= await ctx.db
    .selectFrom('conversations')
    .select('id')
    .where('listingId', '=', talk.listing.id)
    .where('buyerId', '=', talk.buyer.id)
    .executeTakeFirstOrThrow()
    .then(({ id }) => id);
}
