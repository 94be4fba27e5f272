import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { Page } from '@marketplace/shared/pagination';
import { trpc } from '../../api/trpc.ts';
import { conversationsKey, historyKey } from '../messaging/cache-keys.ts';
import { forgetKept, readKept, writeKept } from './kept-conversations.ts';
import { toKeep } from './to-keep.ts';

type Pages<Item> = InfiniteData<Page<Item>>;

/**
 * Keeps the last conversations of the signed-in user in this browser, as far as they were loaded,
 * for the page that stands in without a connection. Nothing is kept of a user who is signed in no
 * more.
 */
export function keepConversations(queryClient: QueryClient): void {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  const me = () => queryClient.getQueryData<{ id: string } | null>(keyOfMe);
  let user = me()?.id;
  /** Lists from before this moment belong to another user. */
  let since = 0;

  const update = async () => {
    const current = me();
    // Not known: the server was not reached.
    if (current === undefined) return;
    const kept = await readKept();
    const list = queryClient.getQueryState<Pages<ConversationView>>(conversationsKey());
    const isOwn = kept?.userId === current?.id;
    if (!current || !list?.data || list.dataUpdatedAt < since) {
      if (kept && !isOwn) await forgetKept();
      return;
    }
    const conversations = toKeep({
      me: current.id,
      conversations: list.data.pages.flatMap((page) => page.items),
      historyOf: (id) =>
        queryClient.getQueryData<Pages<MessageView>>(historyKey(id))?.pages[0]?.items,
      before: (isOwn && kept?.conversations) || [],
    });
    // Signed out meanwhile: what follows would come after the forgetting.
    if (me()?.id !== current.id) return;
    await writeKept({ userId: current.id, keptAt: new Date().toISOString(), conversations });
  };

  const run = oneAtATime(update);
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (!isWatched(event.query.queryKey)) return;
    if (me()?.id !== user) {
      user = me()?.id;
      since = Date.now();
    }
    run();
  });
  run();
}

/** Who is signed in, the list of conversations, and what was said in them. */
function isWatched([path]: QueryKey): boolean {
  const name = Array.isArray(path) ? path.join('.') : '';
  return ['auth.me', 'messaging.conversations', 'messaging.history'].includes(name);
}

/** Runs `act`, and once more after it where it was asked for meanwhile. */
function oneAtATime(act: () => Promise<void>): () => void {
  let isRunning = false;
  let isDue = false;
  const runAll = async () => {
    isRunning = true;
    while (isDue) {
      isDue = false;
      // A browser that forbids storage, or has no room, keeps nothing.
      await act().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (!isRunning) void runAll();
  };
}
