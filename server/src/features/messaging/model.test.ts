import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import type { AppContext } from '../../app-context.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createTestContext } from '../../test/app-context.ts';
import { findWrongCounters } from './messaging.fixtures.ts';
import { createWorld, oneOf, pickAct, type World } from './model-acts.fixtures.ts';
import type { Model, ModelPerson, ModelTalk } from './model.fixtures.ts';

let database: TestDatabase;
let ctx: AppContext;

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = createTestContext(database, { limiter: createLimiter(database.pool, 1_000) });
});
afterAll(() => database.close());

async function allPages<T>(fetchPage: (cursor?: string) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let page = await fetchPage();
  items.push(...page.items);
  while (page.nextCursor) {
    page = await fetchPage(page.nextCursor);
    items.push(...page.items);
  }
  return items;
}

/** Reads what a person sees through the API. `isWhole` includes the messages. */
async function seenBy({ model, apiOf }: World, person: ModelPerson, isWhole: boolean) {
  const api = apiOf(person);
  const { db } = ctx;
  const events = await db
    .selectFrom('feedEvents')
    .select(['seq', 'data'])
    .where('userId', '=', person.id)
    .orderBy('seq')
    .execute();
  const feed = db.selectFrom('feeds').select(['lastSeq', 'mailDueAt']);
  const { lastSeq, mailDueAt } = await feed
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
  const histories: Record<string, unknown[]> = {};
  for (const { id } of isWhole ? model.talksOf(person) : []) {
    const messages = await allPages<MessageView>((cursor) =>
      api.history({ conversationId: id, limit: 7, ...(cursor ? { cursor } : {}) }),
    );
    histories[id] = messages.map(({ clientId, senderId, seq, content, isRead }) => {
      return { clientId, senderId, seq, content, isRead };
    });
  }
  const listed = (archived: boolean) =>
    allPages<ConversationView>((cursor) =>
      api.conversations({ limit: 3, archived, ...(cursor ? { cursor } : {}) }),
    );
  const conversations = [...(await listed(false)), ...(await listed(true))];
  return {
    unread: (await api.unreadCount()).count,
    // The last event must carry the current total.
    unreadInEvent: (events.at(-1)?.data as { unread?: number } | undefined)?.unread ?? 0,
    isMailDue: mailDueAt !== null,
    positions: [Number(lastSeq), ...events.map(({ seq }) => Number(seq))],
    conversations: conversations.map(({ otherParticipants, ...view }) => ({
      id: view.id,
      archived: view.archived,
      isRequest: view.isRequest,
      title: view.listingTitle,
      listingGone: view.listingGone,
      otherName: otherParticipants[0]!.displayName,
      readOnly: view.readOnly,
      last: [view.lastSeq, view.lastMessage, view.lastSenderId],
      read: [view.readSeq, view.otherReadSeq, view.unread],
    })),
    histories,
  };
}

/** Returns what the model says that `seenBy` must return. */
function expectedOf({ model }: World, person: ModelPerson, isWhole: boolean): unknown {
  const { events, isMailDue } = person;
  const talks = isWhole ? model.talksOf(person) : [];
  return {
    unread: model.unreadOf(person),
    unreadInEvent: model.unreadOf(person),
    isMailDue,
    positions: [events, ...Array.from({ length: events }, (_, at) => at + 1)],
    conversations: [...model.listedOf(person), ...model.listedOf(person, true)].map((talk) => {
      const other = model.otherOf(talk, person);
      const last = talk.messages.at(-1);
      return {
        id: talk.id,
        archived: talk.archivedBy.has(person),
        isRequest: talk.requestFor === person,
        title: model.titleOf(talk),
        listingGone: talk.listing.isDeleted || talk.seller.isDeleted,
        otherName: other.isDeleted ? 'Deleted user' : other.name,
        readOnly: other.isDeleted,
        last: [talk.messages.length, last?.content ?? null, last?.sender.id ?? null],
        read: [model.readBy(talk, person), model.readBy(talk, other), model.unreadIn(talk, person)],
      };
    }),
    histories: Object.fromEntries(talks.map((talk) => [talk.id, historyOf(model, talk)])),
  };
}

function historyOf(model: Model, talk: ModelTalk) {
  const messages = talk.messages.map(({ clientId, sender, content }, at) => {
    const isRead = at < model.readBy(talk, model.otherOf(talk, sender));
    return { clientId, senderId: sender.id, seq: at + 1, content, isRead };
  });
  return messages.toReversed();
}

it.each([1, 2, 3, 4])('matches the model through a random history (seed %i)', async (seed) => {
  const world = await createWorld(ctx, seed);
  const { random, model } = world;
  const story: string[] = [];
  const present = () => model.people.filter(({ isDeleted }) => !isDeleted);
  const compareAll = async (isWhole: boolean) => {
    for (const person of present()) {
      const seen = await seenBy(world, person, isWhole);
      expect(seen).toEqual(expectedOf(world, person, isWhole));
    }
  };
  const takeStep = async (step: number) => {
    const person = oneOf(random, present())!;
    const act = pickAct(random);
    story.push(`${step}: ${person.name} is to ${act.name}`);
    story.push(`${step}: ${person.name} ${await act(world, person)}`);
    if (step % 5 === 0) await compareAll(step % 25 === 0);
  };
  for (let step = 1; step <= 150; step++) {
    await takeStep(step).catch((error: unknown) => {
      throw new Error(`Seed ${seed}:\n${story.slice(-30).join('\n')}`, { cause: error });
    });
  }
  expect(await findWrongCounters(ctx.db)).toEqual([]);
});
