import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { itemsOf, type Pages } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { conversationsKey, historyKey } from '../messaging/cache-keys.ts';
import {
  deleteCopies,
  type ConversationCopy,
  type MessageCopy,
  readCopies,
  writeCopies,
} from './offline-copies.ts';

/** The number of conversations, and of messages in each, that are stored. */
const maxCopies = 20;

/** Stores copies of the user's last loaded conversations for the offline page, until sign-out. */
export function storeCopies(queryClient: QueryClient): void {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  const me = () => queryClient.getQueryData<{ id: string } | null>(keyOfMe);

  const update = async () => {
    const user = me();
    // Undefined means that the server was not reached.
    if (user === undefined) return;
    const copies = await readCopies();
    // The list is this user's, since `watchUser` removes the data of an earlier user.
    const list = queryClient.getQueryData<Pages<ConversationView>>(conversationsKey());
    const isOwn = copies?.userId === user?.id;
    if (!user || !list) {
      if (copies && !isOwn) await deleteCopies();
      return;
    }
    const conversations = copiesOf({
      me: user.id,
      conversations: itemsOf(list),
      historyOf: (id) =>
        queryClient.getQueryData<Pages<MessageView>>(historyKey(id))?.pages[0]?.items,
      before: (isOwn && copies?.conversations) || [],
    });
    // The user signed out during this update, so nothing may be stored.
    if (me()?.id !== user.id) return;
    await writeCopies({ userId: user.id, keptAt: new Date().toISOString(), conversations });
  };

  let updates = Promise.resolve();
  let isDue = false;
  /** Updates run one after the other. All changes during an update cause one more. */
  const run = () => {
    if (isDue) return;
    isDue = true;
    updates = updates
      .then(() => {
        isDue = false;
        return update();
      })
      // If storage is full or forbidden, there are no copies.
      .catch(() => undefined);
  };
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (isAnswer && isWatched(event.query.queryKey)) run();
  });
  run();
}

/** The queries whose answers change the copies. */
const watched = new Set(['auth.me', 'messaging.conversations', 'messaging.history']);

function isWatched([path]: QueryKey): boolean {
  return Array.isArray(path) && watched.has(path.join('.'));
}

interface Known {
  me: string;
  conversations: ConversationView[];
  historyOf: (conversationId: string) => MessageView[] | undefined;
  before: ConversationCopy[];
}

/**
 * Returns copies of the last conversations with their last messages. Conversations and histories
 * are newest first. Takes the messages from the copies `before` where no history is loaded.
 */
export function copiesOf({ me, conversations, historyOf, before }: Known): ConversationCopy[] {
  return conversations.slice(0, maxCopies).map((conversation) => {
    const { id, listingTitle, otherParticipants, lastMessageAt } = conversation;
    const loaded = historyOf(id)
      ?.slice(0, maxCopies)
      .reverse()
      .map(({ seq, senderId, content, createdAt }) => {
        return { seq, mine: senderId === me, content, createdAt };
      });
    const known = loaded ?? before.find((one) => one.id === id)?.messages ?? [];
    return {
      id,
      title: listingTitle,
      name: otherParticipants[0]?.displayName ?? 'User',
      lastMessageAt,
      messages: withLast(known, conversation, me).slice(-maxCopies),
    };
  });
}

/** Adds the last message, which the conversation carries even if its history is not loaded. */
function withLast(known: MessageCopy[], last: ConversationView, me: string): MessageCopy[] {
  const { lastMessage, lastMessageAt, lastSenderId, lastSeq } = last;
  if (lastMessage === null || (known.at(-1)?.seq ?? 0) >= lastSeq) return known;
  const message = { seq: lastSeq, mine: lastSenderId === me, content: lastMessage };
  return [...known, { ...message, createdAt: lastMessageAt }];
}
