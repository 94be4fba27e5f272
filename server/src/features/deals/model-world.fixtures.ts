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

/** The real thing and its model, side by side. */
export interface World {
  ctx: AppContext;
  random: Random;
  model: Model;
  /** All procedures as this person calls them. */
  apiOf(person: ModelPerson): ReturnType<typeof createCaller>;
  /** Those of an admin. */
  admin: ReturnType<typeof createCaller>['admin'];
}

/** Six people, two of whom sell: one two things, the other one at a firm price. */
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

/** Any of them; undefined where there is none. */
export function oneOf<T>(random: Random, all: readonly T[]): T | undefined {
  return all[random(all.length)];
}

/** Mostly somebody whose turn it is, else anybody. */
export function mostly(random: Random, likely: ModelPerson | undefined, anybody: ModelPerson) {
  const isHere = likely && !likely.isDeleted && !likely.isDeactivated;
  return isHere && random(6) > 0 ? likely : anybody;
}

/** The result, once the outcome is the expected one. */
export async function expectOutcome<T>(expected: string, call: Promise<T>): Promise<T | undefined> {
  const [outcome, result] = await call.then(
    (result) => ['ok', result] as const,
    (error: unknown) => [(error as { code: string }).code, undefined] as const,
  );
  expect(outcome).toBe(expected);
  return result;
}

/** The conversation that a call of a buyer opens if there is none, or why it cannot. */
export function opening({ model }: World, buyer: ModelPerson, listing: ModelListing) {
  const known = model.allTalks().find((talk) => talk.buyer === buyer && talk.listing === listing);
  if (known) return known;
  if (!isReadable(listing)) return 'NOT_FOUND';
  if (areBlocked(buyer, listing.seller)) return 'FORBIDDEN';
  const talk = { id: '', listing, buyer, offers: [], story: [], wasReserved: false };
  listing.talks.push(talk);
  return talk;
}

/** It was opened even if the call was refused afterwards. */
export async function knowId({ ctx }: World, talk: ModelTalk): Promise<void> {
  talk.id ||= await ctx.db
    .selectFrom('conversations')
    .select('id')
    .where('listingId', '=', talk.listing.id)
    .where('buyerId', '=', talk.buyer.id)
    .executeTakeFirstOrThrow()
    .then(({ id }) => id);
}
