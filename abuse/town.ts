import { readFileSync } from 'node:fs';
import type { Target } from '../attacks/target.ts';
import type { Answer, Visitor } from '../attacks/visitor.ts';

/** A person with an account, and a listing that others may ask about. */
export interface Person {
  id: string;
  browser: Visitor;
  listingId: string;
}

/** The number of honest acts, and those that the server refused, held or warned about. */
export interface HonestActs {
  done: number;
  /** Answers with an error, by what the act was and what the server said. */
  refused: string[];
  /** Listings and reviews that wait for a moderator. */
  held: string[];
  /** Messages that their reader sees with a warning. */
  warned: string[];
  /** Conversations that began as a request. These come later than others, but are not hindered. */
  requests: number;
}

interface DemoListing {
  title: string;
  text: string;
  town: string;
  category: string;
  price: string;
  condition?: string;
}

const demo = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../db/src/demo/content/${name}.json`, import.meta.url), 'utf8'),
  ) as unknown;

const listings = demo('listings') as DemoListing[];
/** All talks but the one of the demo's scammer. */
const talks = [
  ...(demo('short-talks') as string[][]),
  ...(demo('dialogues') as { buyer: string; lines: string[] }[])
    .filter(({ buyer }) => buyer !== 'dealz4u')
    .map(({ lines }) => lines),
].map((lines) => lines.filter((line) => /^[bs]: /.test(line)));
const comments = (demo('reviews') as { comment?: string }[]).flatMap(
  ({ comment }) => comment ?? [],
);

/**
 * Signs in honest people, each on a separate network. Half of them joined a month ago and are
 * members; the others join now.
 */
export async function settleTown(target: Target, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let at = 0; at < count; at += 1) {
    const browser = await target.signIn(`person.${at}@town.example`, `198.18.${at}.7`);
    people.push({ id: await ownId(browser), browser, listingId: '' });
  }
  const members = people.slice(0, Math.ceil(count / 2)).map(({ id }) => id);
  await setStanding(target, members, 1);
  return people;
}

/** Gives accounts a standing, and the age that goes with one above 0. */
export async function setStanding(
  { pool }: Target,
  ids: string[],
  standing: number,
): Promise<void> {
  await pool.query(
    `update users set standing = $2::smallint,
       created_at = case when $2::smallint = 0 then created_at else now() - interval '30 days' end
     where id = any($1::uuid[])`,
    [ids, standing],
  );
}

type Act = (what: string, answer: Answer) => Answer;

/** The town, with the counts of what its people do. */
export interface Day {
  target: Target;
  people: Person[];
  acts: HonestActs;
  act: Act;
}

/** Begins to count what people do. */
export function beginDay(target: Target, people: Person[]): Day {
  const acts: HonestActs = { done: 0, refused: [], held: [], warned: [], requests: 0 };
  const act: Act = (what, answer) => {
    acts.done += 1;
    if (answer.status >= 400) acts.refused.push(`${what}: ${String(messageOf(answer))}`);
    return answer;
  };
  return { target, people, acts, act };
}

/** Lets each person post two listings of the demo content. */
export async function fillTown({ people, act }: Day): Promise<void> {
  for (const [at, person] of people.entries()) {
    for (const number of [at, at + people.length]) {
      const { title, text, town, category, price, condition } = listings[number % listings.length]!;
      const posted = { title, description: text, location: town, category, price, condition };
      const answer = act(title, await person.browser.rest('POST', '/api/listings', posted));
      person.listingId ||= String(answer.body.id);
    }
  }
}

/**
 * Lets everyone live an ordinary day: each asks three neighbors about their things, answers three
 * others, and rates those whom they asked. The texts are those of the demo content. A day passes in
 * a minute, so one talk after another keeps everyone within the messages of a minute.
 */
export async function liveInTown(day: Day): Promise<void> {
  const { people, act } = day;
  for (const step of [1, 7, 13]) {
    await Promise.all(
      people.map(async (buyer, at) => {
        const seller = people[(at + step) % people.length]!;
        await talk(day, { buyer, seller, lines: talks[(at + step) % talks.length]! });
        const rated = { sellerId: seller.id, listingId: seller.listingId, rating: 5 };
        const comment = comments[(at * 3 + step) % comments.length];
        const review = { ...rated, ...(comment && { comment }) };
        act('review', await buyer.browser.rest('POST', '/api/seller-reviews', review));
      }),
    );
  }
}

/** Adds what no answer says: what waits for a moderator, and messages with a warning. */
export async function countHindrances({ target: { pool }, people, acts }: Day): Promise<void> {
  const ids = [people.map(({ id }) => id)];
  const textsOf = async (query: string) =>
    (await pool.query<{ text: string }>(query, ids)).rows.map(({ text }) => text);
  acts.held = await textsOf(
    `select title as text from listings where not is_active and seller_id = any($1::uuid[])
     union all
     select concat('review: ', comment) from reviews
     where state = 'held' and reviewer_id = any($1::uuid[])`,
  );
  acts.warned = await textsOf(
    `select content as text from messages
     where warning is not null and sender_id = any($1::uuid[])`,
  );
}

/** Returns the error of a tRPC or REST answer. */
function messageOf({ body }: Answer): unknown {
  return body.message ?? (body.error as { message?: string } | undefined)?.message;
}

async function talk(
  { target, acts, act }: Day,
  { buyer, seller, lines }: { buyer: Person; seller: Person; lines: string[] },
): Promise<void> {
  const { listingId } = seller;
  const opened = act(
    'conversation',
    await buyer.browser.mutate('messaging.openConversation', { listingId }),
  );
  const conversationId = resultOf<{ id: string }>(opened)?.id;
  if (!conversationId) return;
  for (const [at, line] of lines.entries()) {
    const by = line.startsWith('b') ? buyer : seller;
    act(line, await send(by.browser, conversationId, line.slice(3)));
    if (at > 0) continue;
    const { rowCount } = await target.pool.query(
      'select from conversation_participants where conversation_id = $1 and is_request',
      [conversationId],
    );
    acts.requests += rowCount ?? 0;
  }
}

export function send(browser: Visitor, conversationId: string, content: string): Promise<Answer> {
  const message = { conversationId, clientId: crypto.randomUUID(), content };
  return browser.mutate('messaging.send', message);
}

export async function ownId(browser: Visitor): Promise<string> {
  return resultOf<{ id: string }>(await browser.query('auth.me'))?.id ?? '';
}

/** Returns the result of a tRPC call, or undefined for an error. */
export function resultOf<Result>({ body }: Answer): Result | undefined {
  return (body as { result?: { data: Result } }).result?.data;
}
