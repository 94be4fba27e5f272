import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { itemsOf, type Pages } from '../../api/pages.ts';
import { trpc } from '../../api/trpc.ts';
import { conversationsKey, historyKey } from '../messaging/cache-keys.ts';
import {
  forgetKept,
  type KeptConversation,
  type KeptMessage,
  readKept,
  writeKept,
} from './kept-conversations.ts';

const maxConversations = 20;
const maxMessages = 20;

/** Keeps the last loaded conversations of the user for the offline page until sign-out. */
export function keepConversations(queryClient: QueryClient): void {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  const me = () => queryClient.getQueryData<{ id: string } | null>(keyOfMe);

  const update = async () => {
    const user = me();
    // Unknown: the server was not reached.
    if (user === undefined) return;
    const kept = await readKept();
    // Of this user: `watchUser` removes the lists of the one before.
    const list = queryClient.getQueryData<Pages<ConversationView>>(conversationsKey());
    const isOwn = kept?.userId === user?.id;
    if (!user || !list) {
      if (kept && !isOwn) await forgetKept();
      return;
    }
    const conversations = toKeep({
      me: user.id,
      conversations: itemsOf(list),
      historyOf: (id) =>
        queryClient.getQueryData<Pages<MessageView>>(historyKey(id))?.pages[0]?.items,
      before: (isOwn && kept?.conversations) || [],
    });
    // Signed out meanwhile: nothing must be kept.
    if (me()?.id !== user.id) return;
    await writeKept({ userId: user.id, keptAt: new Date().toISOString(), conversations });
  };

  let updates = Promise.resolve();
  let isDue = false;
  /** One after the other, and one for all changes during the last. */
  const run = () => {
    if (isDue) return;
    isDue = true;
    updates = updates
      .then(() => {
        isDue = false;
        return update();
      })
      // A browser that forbids storage, or has no room, keeps nothing.
      .catch(() => undefined);
  };
  queryClient.getQueryCache().subscribe((event) => {
    const isAnswer = event.type === 'updated' && event.action.type === 'success';
    if (isAnswer && isWatched(event.query.queryKey)) run();
  });
  run();
}

function isWatched([path]: QueryKey): boolean {
  const name = Array.isArray(path) ? path.join('.') : '';
  return ['auth.me', 'messaging.conversations', 'messaging.history'].includes(name);
}

interface Known {
  me: string;
  /** Newest first. */
  conversations: ConversationView[];
  /** The newest loaded messages of a conversation, newest first; undefined when none are loaded. */
  historyOf: (conversationId: string) => MessageView[] | undefined;
  /** Kept before: used for conversations that are not loaded now. */
  before: KeptConversation[];
}

/** The last conversations with their last messages. */
export function toKeep({ me, conversations, historyOf, before }: Known): KeptConversation[] {
  return conversations.slice(0, maxConversations).map((conversation) => {
    const { id, listingTitle, otherParticipants, lastMessageAt } = conversation;
    const loaded = historyOf(id)
      ?.slice(0, maxMessages)
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
      messages: withLast(known, conversation, me).slice(-maxMessages),
    };
  });
}

/** The list of conversations has the last message of each, also where its history is not loaded. */
function withLast(known: KeptMessage[], last: ConversationView, me: string): KeptMessage[] {
  const { lastMessage, lastMessageAt, lastSenderId, lastSeq } = last;
  if (lastMessage === null || (known.at(-1)?.seq ?? 0) >= lastSeq) return known;
  const message = { seq: lastSeq, mine: lastSenderId === me, content: lastMessage };
  return [...known, { ...message, createdAt: lastMessageAt }];
}
