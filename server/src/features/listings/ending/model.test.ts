import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Session } from '../../../context.ts';
import { createRecordingHub } from '../../../test/app-context.ts';
import { queuedMails } from '../../../test/mail.ts';
import { createTestUser } from '../../../test/users.ts';
import { dealsOf } from '../../deals/deals.fixtures.ts';
import { messagingContext } from '../../messaging/messaging-context.fixtures.ts';
import { messagingOf, seeded } from '../../messaging/messaging.fixtures.ts';
import { callerOf } from '../listings.fixtures.ts';
import { lowerPrices } from '../price-steps.ts';
import { askSellers } from './ask-sellers.ts';
import { letDaysPass } from './ending.fixtures.ts';
import { letListingEnd, undoEnding } from './ending.ts';
import { EndingModel, type ModelListing } from './model.fixtures.ts';
import { sweepEnding } from './sweep-ending.ts';

/** How many histories to run, each of 60 acts. A hundred take about four minutes. */
const histories = Number(process.env['LIFE_HISTORIES'] ?? 6);
const firstSeed = Number(process.env['LIFE_SEED'] ?? 1);
const acts = 60;

const ctx = messagingContext();

type User = Session['user'];

/** Three sellers with three listings each, a buyer with a conversation about each, and the model. */
async function createWorld(seed: number) {
  // The emails of earlier histories would make each one slower.
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);
  const model = new EndingModel();
  const random = seeded(seed);
  const sellers: User[] = [];
  const buyer = await createTestUser(ctx.db);
  for (let seller = 0; seller < 3; seller++) {
    const user = await createTestUser(ctx.db);
    sellers.push(user);
    for (let at = 0; at < 3; at++) {
      const title = `Chair ${seed} ${seller} ${at}`;
      const { id } = await callerOf(ctx, user).create(fieldsOf({ title, price: 40 }));
      const talk = await messagingOf(ctx, buyer).openConversation({ listingId: id });
      model.add({ id, conversationId: talk.id, buyer: 0, seller, title });
    }
  }
  const undoTokens = new Map<string, string>();
  return { model, random, sellers, buyer, undoTokens };
}

type World = Awaited<ReturnType<typeof createWorld>>;

const fieldsOf = ({ title, price }: { title: string; price: number }) => ({
  title,
  price: String(price),
  location: 'Troy, NY',
});

/** The random acts. Each changes the model and the real system. */
const changes: Record<
  string,
  {
    model: (model: EndingModel, listing: ModelListing) => string;
    real: (world: World, listing: ModelListing, seller: User) => Promise<unknown>;
  }
> = {
  renew: {
    model: (model, listing) => model.renew(listing),
    real: async ({ undoTokens }, { id }, seller) =>
      undoTokens.set(id, (await callerOf(ctx, seller).renew({ id })).undo),
  },
  end: {
    model: (model, listing) => model.end(listing),
    real: async ({ undoTokens }, { id }, seller) =>
      undoTokens.set(id, (await callerOf(ctx, seller).end({ id })).undo),
  },
  'let end': {
    model: (model, listing) => model.letEnd(listing),
    real: async ({ undoTokens }, { id }, seller) =>
      undoTokens.set(id, await letListingEnd(ctx, seller.id, id)),
  },
  'undo that': {
    model: (model, listing) => model.undo(listing),
    real: ({ undoTokens }, { id }) => undoEnding(ctx, undoTokens.get(id) ?? ''),
  },
  confirm: {
    model: (model, listing) => model.confirm(listing),
    real: (_, { id }, seller) => callerOf(ctx, seller).confirm({ id }),
  },
  edit: {
    model: (model, listing) => model.edit(listing),
    real: (_, listing, seller) =>
      callerOf(ctx, seller).update({ id: listing.id, ...fieldsOf(listing) }),
  },
  sell: {
    model: (model, listing) => model.sell(listing),
    real: (_, { id }, seller) => dealsOf(ctx, seller).markSold({ listingId: id }),
  },
  'undo the sale': {
    model: (model, listing) => model.undoSale(listing),
    real: (_, { id }, seller) => dealsOf(ctx, seller).undoSold({ listingId: id }),
  },
  reserve: {
    model: (model, listing) => model.reserve(listing),
    real: (_, { conversationId }, seller) =>
      dealsOf(ctx, seller).reserve({ conversationId, days: 14 }),
  },
  release: {
    model: (model, listing) => model.release(listing),
    real: (_, { id }, seller) => dealsOf(ctx, seller).release({ listingId: id }),
  },
  'hear from the buyer': {
    model: (model, listing) => model.write(listing, 'buyer'),
    real: ({ buyer }, listing) => send(buyer, listing),
  },
  'hear from the seller': {
    model: (model, listing) => model.write(listing, 'seller'),
    real: (_, listing, seller) => send(seller, listing),
  },
  'get a price plan': {
    model: (model, listing) => model.setSteps(listing, { percent: 20, days: 9, floor: 11 }),
    real: (_, { id }, seller) => {
      const steps = { percent: 20, days: 9, floor: '11' };
      return callerOf(ctx, seller).setPriceSteps({ id, steps });
    },
  },
};

function send(user: User, { conversationId }: ModelListing) {
  const content = `About the chair ${randomUUID()}`;
  return messagingOf(ctx, user).send({ conversationId, content, clientId: randomUUID() });
}

/** Runs each job on two workers at once. */
async function sweep() {
  const other = { ...ctx, hub: createRecordingHub() };
  for (const job of [sweepEnding, askSellers, lowerPrices]) {
    await Promise.all([ctx, other].map((worker) => job(worker)));
  }
}

async function passDays({ model }: World, days: number) {
  for (const listing of model.listings) {
    await letDaysPass(ctx, listing.id, days);
    listing.undo = null;
  }
  model.now += days;
}

/** Adding 0 turns -0 into 0, which the database does not distinguish. */
const wholeDays = (days: number | null) => (days === null ? null : Math.round(days) + 0);

function expectedOf({ model }: World) {
  return model.listings.map((listing) => ({
    title: listing.title,
    availability: listing.ended === null ? listing.state : 'expired',
    price: listing.price.toFixed(2),
    expires: wholeDays(listing.expires - model.now),
    notices: listing.notices,
    asked: wholeDays(listing.asked === null ? null : model.now - listing.asked),
    nextStep: wholeDays(listing.steps && listing.steps.at - model.now),
    mails: listing.mails,
  }));
}

const subjects = {
  ending: / ends? (?:soon|\w{3} \d+)$/,
  ended: / ended$/,
  asked: /still available\?$/,
};

/** Counts the emails about each listing by their kind. An email may be about several listings. */
async function countMails({ model, sellers }: World) {
  const mails = await Promise.all(sellers.map((seller) => queuedMails(ctx, seller.email)));
  const count = (listing: ModelListing, subject: RegExp) =>
    (mails[listing.seller] ?? []).filter(
      (mail) => subject.test(mail.subject) && mail.text.includes(`\n${listing.title}, $`),
    ).length;
  return model.listings.map((listing) => ({
    ending: count(listing, subjects.ending),
    ended: count(listing, subjects.ended),
    asked: count(listing, subjects.asked),
  }));
}

async function actual(world: World) {
  const { rows } = await sql<ReturnType<typeof expectedOf>[number] & { id: string }>`
    select id, title, availability, price, notices,
      round(extract(epoch from expires_at - now()) / 86400)::int as expires,
      round(extract(epoch from now() - asked_at) / 86400)::int as asked,
      round(extract(epoch from step_at - now()) / 86400)::int as next_step
    from listings where id = any(${world.model.listings.map(({ id }) => id)})`.execute(ctx.db);
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
  const mails = await countMails(world);
  return world.model.listings.map(({ id }, at) => ({ ...byId.get(id), mails: mails[at] }));
}

async function compareAfterDays(world: World): Promise<string> {
  const days = 1 + world.random(12);
  await passDays(world, days);
  await sweep();
  world.model.sweep();
  expect(await actual(world)).toEqual(expectedOf(world));
  return `${days} days pass`;
}

async function changeOne(world: World): Promise<string> {
  const { model, random, sellers } = world;
  const names = Object.keys(changes);
  const name = names[random(names.length)] ?? '';
  const candidates =
    name === 'undo that' ? model.listings.filter(({ undo }) => undo) : model.listings;
  const listing = candidates[random(candidates.length)];
  const seller = listing && sellers[listing.seller];
  const change = changes[name];
  if (!listing || !seller || !change) return 'There is nothing to undo.';
  const expected = change.model(model, listing);
  const outcome = await change.real(world, listing, seller).then(
    () => 'ok',
    (error: unknown) => (error as { code: string }).code,
  );
  expect(outcome).toBe(expected);
  return `${listing.title} is to ${name}: ${outcome}`;
}

async function live(world: World, seed: number) {
  const story: string[] = [];
  for (let at = 0; at < acts; at++) {
    // A millionth of a day, so that one act comes after the other.
    world.model.now += 1e-6;
    const act = world.random(3) === 0 ? compareAfterDays : changeOne;
    try {
      story.push(await act(world));
    } catch (error) {
      throw new Error(`Seed ${seed}:\n${story.slice(-40).join('\n')}`, { cause: error });
    }
  }
}

it(
  'ends, renews and announces listings as the model does, through random histories',
  async () => {
    for (let seed = firstSeed; seed < firstSeed + histories; seed++) {
      await live(await createWorld(seed), seed);
    }
  },
  // The limit ends a history that hangs. One takes about two seconds on a quiet machine.
  histories * 60_000,
);
