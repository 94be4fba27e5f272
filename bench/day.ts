import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection, requestOf } from '@marketplace/server/test/raw-http';
import type { Bench, Scale } from './bench.ts';
import { type Figure, judge, quantile } from './measure.ts';
import { addMessages, createConversations, createPeople, type SignedIn } from './people.ts';
import { makePhotos, postListing } from './posting.ts';
import { startMarketplace } from './processes.ts';
import {
  asVisitor,
  listPage,
  popularLists,
  searches,
  seededRandom,
  shuffled,
  trpcPath,
  zipf,
} from './requests.ts';
import { messageRequest, onContent, pairsOf } from './sending.ts';
import { closeAll, openAll, openMessages } from './sockets.ts';

/** The limits for all times, except for posting. */
const limits = { 'p50 ms': 100, 'p95 ms': 200, 'p99 ms': 500 };
/** Posting may take this many times longer, for nine megabytes and nine pictures. */
const postingFactor = 20;
const arrivalTimeoutMs = 10_000;

interface Person extends SignedIn {
  connection: Connection;
  conversation: string | undefined;
}

/** The actions of people, and how often (`share`) each occurs in 500 actions. */
type Kinds = Record<string, [share: number, act: (person: Person) => Promise<unknown>]>;

/**
 * Simulates people online who do everything that the marketplace offers, with pauses to think, on
 * one process with its worker, which also converts photos to AVIF. Compares the times with limits,
 * not with a baseline.
 */
export async function dayBenchmark({ databases, directory, scale, log }: Bench): Promise<Figure[]> {
  const database = await databases.copyOf(scale.listings);
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from listings where visible order by created_at desc limit 1000',
  );
  const signedIn = await createPeople(database, scale.people);
  const conversations = await createConversations(database, pairsOf(signedIn));
  await addMessages(database, conversations, { messages: 20, unread: 0 });
  const ours = await startMarketplace(database.url, directory, []);
  const sockets = await openAll(signedIn, (person) => openMessages(ours.url, person));
  const arrivals = new EventEmitter();
  for (const socket of sockets) onContent(socket, (content) => arrivals.emit(content));
  const people = signedIn.map((person, n): Person => ({
    ...person,
    connection: openConnection(ours.url),
    conversation: conversations[n >> 1],
  }));

  const photos = await makePhotos();
  const kinds = kindsOf(rows, arrivals);
  kinds['posting three photos'] = [1, (person) => postListing(ours.url, person, photos)];
  const before = await ours.memory();
  const { took, errors } = await live(people, kinds, scale);
  const after = await ours.memory();
  for (const error of errors.slice(0, 10)) log(error);
  for (const { connection } of people) connection.close();
  await closeAll(sockets);
  await ours.stop();
  const figure = (what: string, values: Omit<Figure, 'work' | 'rounds' | 'isMet'>) =>
    judge({ work: `a day: ${what}`, rounds: 1, ...values });
  const times = [...took].flatMap(([kind, values]) =>
    Object.entries(limits).map(([unit, limit]) =>
      figure(`${kind}, ${values.length} times`, {
        ...{ unit, ours: quantile(values, Number(unit.slice(1, 3)) / 100) },
        target: { atMost: limit * (kind.startsWith('posting') ? postingFactor : 1) },
      }),
    ),
  );
  const memory = { floor: before / 2 ** 20, ours: after / 2 ** 20, ratio: after / before };
  return [
    ...times,
    figure('memory after it, against before', { unit: 'MB', ...memory, target: { atMost: 3 } }),
    figure('what failed', { unit: 'errors', ours: errors.length, target: { atMost: 0 } }),
  ];
}

const random = seededRandom();
const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)] as Item;

function kindsOf(rows: { id: string }[], arrivals: EventEmitter): Kinds {
  const listings = zipf(rows);
  const searched = searches.flatMap(([, lists]) => lists);
  const asSelf = ({ cookie }: Person, path: string, body?: object) =>
    requestOf(path, { cookie }, body);
  // Half of the time, people browse without being signed in.
  const look = (person: Person, path: string) =>
    ask(person, random() < 0.5 ? asVisitor(path) : asSelf(person, path));
  const input = (value: object) => `input=${encodeURIComponent(JSON.stringify(value))}`;
  const report = () => ({ targetType: 'listing', targetId: pick(rows).id, reason: 'spam' });
  return {
    'loading the page of a list': [60, (person) => look(person, listPage(pick(popularLists)))],
    'loading the page of a listing': [
      50,
      (person) => look(person, `/listings/${pick(listings).id}`),
    ],
    'another list': [110, (person) => look(person, trpcPath('list', pick(popularLists)))],
    'a search': [70, (person) => look(person, trpcPath('list', pick(searched)))],
    'opening a listing': [
      110,
      (person) => look(person, `/trpc/listings.byId?${input(pick(listings))}`),
    ],
    'the inbox': [
      40,
      (person) => ask(person, asSelf(person, `/trpc/messaging.conversations?${input({})}`)),
    ],
    'a message until it has arrived': [
      57,
      (person) => {
        const content = randomUUID();
        const signal = AbortSignal.timeout(arrivalTimeoutMs);
        const request = messageRequest(person, person.conversation, content);
        return Promise.all([once(arrivals, content, { signal }), ask(person, request)]);
      },
    ],
    'a report': [2, (person) => ask(person, asSelf(person, '/trpc/moderation.report', report()))],
  };
}

async function ask({ connection }: Person, request: string): Promise<void> {
  const status = await connection.ask(request);
  if (status !== 200) throw new Error(`${request.split('\r\n', 1)[0]} gave ${status}`);
}

/**
 * Lets every person do one thing after another until the time is over and every action has occurred
 * as often as its share. Returns the times of each action in ms, and the errors.
 */
async function live(people: Person[], kinds: Kinds, scale: Scale) {
  const deck = shuffled(
    Object.entries(kinds).flatMap(([kind, [share]]) => Array<string>(share).fill(kind)),
  );
  const took = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  const errors: string[] = [];
  let dealt = 0;
  const start = performance.now();
  await Promise.all(
    people.map(async (person) => {
      while (performance.now() - start < scale.dayMs || dealt < deck.length) {
        await pause(random() * 2 * scale.thinkMs);
        const kind = deck[dealt++ % deck.length] ?? '';
        const begun = performance.now();
        try {
          await kinds[kind]?.[1](person);
          took.get(kind)?.push(performance.now() - begun);
        } catch (error) {
          errors.push(`${kind}: ${String(error)}`);
        }
      }
    }),
  );
  return { took, errors };
}
