import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { AppContext } from '../../app-context.ts';
import { createTestUser } from '../../test/users.ts';
import { removeListing } from '../listings/remove-listing.ts';
import { createTestListing, messagingOf, seeded } from './messaging.fixtures.ts';
import { createModel, type Model, type ModelListing, type ModelPerson } from './model.fixtures.ts';

type Random = (below: number) => number;

/** The real system and its model, side by side. */
export interface World {
  ctx: AppContext;
  random: Random;
  model: Model;
  /** Returns the messaging procedures with this person as the caller. */
  apiOf(person: ModelPerson): ReturnType<typeof messagingOf>;
}

/** Creates five people. The first three have two listings each. */
export async function createWorld(ctx: AppContext, seed: number): Promise<World> {
  const people: ModelPerson[] = [];
  for (let at = 0; at < 5; at++) {
    const username = `${seed}-${at}`;
    const isNew = at % 2 === 0;
    const { id } = await createTestUser(ctx.db, { username, standing: isNew ? 0 : 1 });
    people.push({ id, name: username, isNew, isDeleted: false, events: 0, isMailDue: false });
  }
  const listings: ModelListing[] = [];
  for (const seller of [...people.slice(0, 3), ...people.slice(0, 3)]) {
    const title = `Thing ${listings.length}`;
    const id = await createTestListing(ctx.db, seller.id, { title });
    listings.push({ id, seller, title, isDeleted: false });
  }
  const apiOf = (person: ModelPerson) => messagingOf(ctx, userOf(person));
  return { ctx, random: seeded(seed), model: createModel(people, listings), apiOf };
}

function userOf({ id }: ModelPerson) {
  return { id, email: `${id}@example.com`, isAdmin: false, membershipTier: 'free' } as const;
}

/** Acts as this person, in the system and in the model, and returns a description of the act. */
type Act = (world: World, person: ModelPerson) => Promise<string>;

const acts: { weight: number; act: Act }[] = [
  { weight: 100, act: open },
  { weight: 240, act: send },
  { weight: 60, act: resend },
  { weight: 120, act: read },
  { weight: 60, act: archive },
  { weight: 40, act: accept },
  { weight: 40, act: block },
  { weight: 40, act: unblock },
  { weight: 20, act: rename },
  { weight: 6, act: remove },
  { weight: 3, act: leave },
];

/** Picks a random act by weight. */
export function pickAct(random: Random): Act {
  let left = random(acts.reduce((sum, { weight }) => sum + weight, 0));
  const picked = acts.find(({ weight }) => (left -= weight) < 0);
  return picked?.act ?? send;
}

/** Picks a random element, or undefined from an empty list. */
export function oneOf<T>(random: Random, all: T[]): T | undefined {
  return all[random(all.length)];
}

/** Resolves to 'ok', or to the error code of the refusal. */
async function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'ok',
    (error: unknown) => (error as { code: string }).code,
  );
}

async function open({ random, model, apiOf }: World, person: ModelPerson) {
  const listing = oneOf(random, model.listings);
  if (!listing) return 'finds nothing';
  const expected = model.opening(person, listing);
  const call = apiOf(person).openConversation({ listingId: listing.id });
  const description = `opens ${listing.title}: ${expected}`;
  if (expected !== 'ok' && expected !== 'known') {
    expect(await outcomeOf(call)).toBe(expected);
    return description;
  }
  const { id, lastMessageAt: at } = await call;
  const known = model.talks.find((talk) => talk.buyer === person && talk.listing === listing);
  expect(known?.id).toBe(expected === 'known' ? id : undefined);
  if (!known) {
    const { seller, title } = listing;
    model.talks.push({
      id,
      listing,
      buyer: person,
      seller,
      title,
      at,
      messages: [],
      read: new Map(),
      archivedBy: new Set(),
      requestFor: null,
    });
  }
  return description;
}

async function send({ random, model, apiOf }: World, person: ModelPerson) {
  const talk = oneOf(random, model.talksOf(person));
  if (!talk) return 'has nobody to send to';
  const expected = model.sending(person, talk);
  const message = { clientId: randomUUID(), content: `Text ${random(1_000)}` };
  const call = apiOf(person).send({ conversationId: talk.id, ...message });
  if (expected !== 'ok') {
    expect(await outcomeOf(call)).toBe(expected);
    return `sends in vain: ${expected}`;
  }
  const { seq, createdAt, listingTitle } = await call;
  expect(model.talks.filter(({ at }) => at > createdAt)).toEqual([]);
  model.sent(talk, { ...message, sender: person }, createdAt);
  expect(seq).toBe(talk.messages.length);
  expect(listingTitle).toBe(model.titleOf(talk));
  return `sends ${seq} to ${model.otherOf(talk, person).name}`;
}

/**
 * A retry returns the stored message, even after a block. In another conversation it is refused.
 */
async function resend({ random, model, apiOf }: World, person: ModelPerson) {
  const talk = oneOf(random, model.talksOf(person));
  const mine = talk?.messages.filter(({ sender }) => sender === person) ?? [];
  const again = oneOf(random, mine);
  if (!talk || !again) return 'has sent nothing there';
  const api = apiOf(person);
  const message = { clientId: again.clientId, content: 'Something else' };
  const first = await api.send({ conversationId: talk.id, ...message });
  expect(first.seq).toBe(talk.messages.indexOf(again) + 1);
  expect(first.content).toBe(again.content);
  const elsewhere = oneOf(random, model.talksOf(person));
  if (elsewhere && elsewhere !== talk) {
    const outcome = await outcomeOf(api.send({ conversationId: elsewhere.id, ...message }));
    expect(outcome).toBe('CONFLICT');
  }
  return `sends ${first.seq} again`;
}

async function read({ random, model, apiOf }: World, person: ModelPerson) {
  const talk = oneOf(random, model.talksOf(person));
  if (!talk) return 'has nothing to read';
  const upToSeq = random(talk.messages.length + 3);
  const { count } = await apiOf(person).markRead({ conversationId: talk.id, upToSeq });
  model.read(person, talk, upToSeq);
  expect(count).toBe(model.unreadOf(person));
  return `reads ${model.otherOf(talk, person).name} up to ${upToSeq}`;
}

async function archive({ random, model, apiOf }: World, person: ModelPerson) {
  const talk = oneOf(random, model.talksOf(person));
  if (!talk) return 'has nothing to archive';
  const change = { to: random(3) > 0, upToSeq: talk.messages.length - random(2) };
  const isSeen = change.upToSeq >= 0;
  const { archived } = await apiOf(person).archive({
    conversationId: talk.id,
    archived: change.to,
    ...(isSeen ? { upToSeq: change.upToSeq } : {}),
  });
  expect(archived).toBe(
    model.setArchived(person, talk, isSeen ? change : { ...change, upToSeq: Infinity }),
  );
  return `${change.to ? 'archives' : 'takes back'} ${model.otherOf(talk, person).name}`;
}

async function accept({ random, model, apiOf }: World, person: ModelPerson) {
  const talk = oneOf(random, model.talksOf(person));
  if (!talk) return 'has nothing to accept';
  if (talk.requestFor === person) {
    talk.requestFor = null;
    person.events++;
  }
  const { isRequest } = await apiOf(person).acceptRequest({ conversationId: talk.id });
  expect(isRequest).toBe(false);
  return 'accepts';
}

async function block(world: World, person: ModelPerson) {
  const other = oneOf(world.random, othersThan(world, person));
  if (!other) return 'is alone';
  const expected = world.model.block(person, other);
  expect(await outcomeOf(world.apiOf(person).block({ userId: other.id }))).toBe(expected);
  return `blocks ${other.name}: ${expected}`;
}

async function unblock(world: World, person: ModelPerson) {
  const other = oneOf(world.random, othersThan(world, person));
  if (!other) return 'is alone';
  const expected = world.model.unblock(person, other);
  expect(await outcomeOf(world.apiOf(person).unblock({ userId: other.id }))).toBe(expected);
  return `unblocks ${other.name}`;
}

function othersThan({ model }: World, person: ModelPerson): ModelPerson[] {
  return model.people.filter((other) => other !== person);
}

async function rename({ ctx, random, model }: World) {
  const listing = oneOf(random, model.listings);
  if (!listing) return 'finds nothing';
  listing.title = `${listing.title.split(',')[0]}, named ${random(1_000)}`;
  const update = ctx.db.updateTable('listings').set({ title: listing.title });
  await update.where('id', '=', listing.id).execute();
  return `sees it renamed: ${listing.title}`;
}

async function remove({ ctx, random, model }: World) {
  const listing = oneOf(random, model.listings);
  if (!listing) return 'finds nothing';
  const outcome = await outcomeOf(removeListing(ctx, userOf(listing.seller), listing.id));
  expect(outcome).toBe(listing.isDeleted ? 'NOT_FOUND' : 'ok');
  listing.isDeleted = true;
  return `sees it removed: ${listing.title}`;
}

/** Deletes the account, unless only two people are left. */
async function leave({ ctx, model }: World, person: ModelPerson) {
  if (model.people.filter(({ isDeleted }) => !isDeleted).length <= 2) return 'stays';
  person.isDeleted = true;
  const update = ctx.db.updateTable('users').set({ deletedAt: new Date() });
  await update.where('id', '=', person.id).execute();
  const hide = ctx.db.updateTable('listings').set({ sellerActive: false });
  await hide.where('sellerId', '=', person.id).execute();
  return 'deletes the account';
}
