import type { Bench } from './bench.ts';
import { requestOf } from '@marketplace/server/test/raw-http';
import { compare, type Figure, median } from './measure.ts';
import { addMessages, createConversations, createPeople, type SignedIn } from './people.ts';
import { startMarketplace } from './processes.ts';
import { timesOf } from './requests.ts';

const unit = 'p50 ms';

/** Compares a long conversation with a short one, and a full inbox with one of a page. */
export async function readingBenchmark(bench: Bench): Promise<Figure[]> {
  const { databases, directory, scale } = bench;
  const database = await databases.empty();
  const [buyer, lengthy, busy, calm, social] = (await createPeople(database, 5)) as [
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
    SignedIn,
  ];
  const talks = async (seller: SignedIn, count: number) =>
    createConversations(
      database,
      Array.from({ length: count }, () => ({ buyer, seller })),
    );
  const [long = '', short = ''] = await talks(lengthy, 2);
  await addMessages(database, [long], { messages: scale.longConversation, unread: 0 });
  await addMessages(database, [short], { messages: 50, unread: 0 });
  await addMessages(database, await talks(busy, scale.manyConversations), {
    ...{ messages: 2, unread: 1 },
  });
  await addMessages(database, await talks(social, 500), { messages: 2, unread: 1 });
  await addMessages(database, await talks(calm, 30), { messages: 2, unread: 1 });
  await database.pool.query('vacuum analyze');

  const server = await startMarketplace(database.url, directory);
  const call = (procedure: string, { cookie }: SignedIn, input?: unknown) => {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    return requestOf(`/trpc/${procedure}${query}`, { cookie });
  };
  const pairs = [
    {
      work: `opening a conversation of ${scale.longConversation} messages against 50`,
      ours: call('messaging.history', lengthy, { conversationId: long }),
      floor: call('messaging.history', lengthy, { conversationId: short }),
    },
    {
      work: 'opening the inbox of 500 conversations against 30',
      ours: call('messaging.conversations', social, {}),
      floor: call('messaging.conversations', calm, {}),
    },
    {
      work: `unread count with ${scale.manyConversations} conversations against 30`,
      ours: call('messaging.unreadCount', busy),
      floor: call('messaging.unreadCount', calm),
    },
  ];
  const figures: Figure[] = [];
  for (const { work, ours, floor } of pairs) {
    const p50 = (request: string) => async () => ({
      [unit]: median(await timesOf(server.url, request, scale.calls)),
    });
    const contender = { work, targets: { [unit]: { atMost: 1.2 } }, measure: p50(ours) };
    figures.push(...(await compare(scale.rounds, p50(floor), [contender])));
  }
  await server.stop();
  return figures;
}
