import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import type { KeptConversation, KeptMessage } from './kept-conversations.ts';

const maxConversations = 20;
const maxMessages = 20;

interface Known {
  me: string;
  /** Newest first. */
  conversations: ConversationView[];
  /** The newest loaded messages of a conversation, newest first; undefined when none are loaded. */
  historyOf: (conversationId: string) => MessageView[] | undefined;
  /** What was kept before, for the conversations that are not open now. */
  before: KeptConversation[];
}

/** What to keep of the last conversations: who, about what, and what was said last. */
export function toKeep({ me, conversations, historyOf, before }: Known): KeptConversation[] {
  return conversations.slice(0, maxConversations).map((conversation) => {
    const { id, listingTitle, otherParticipants, lastMessageAt } = conversation;
    const known =
      historyOf(id)
        ?.slice(0, maxMessages)
        .reverse()
        .map((message) => ofStored(message, me)) ??
      before.find((one) => one.id === id)?.messages ??
      [];
    return {
      id,
      title: listingTitle,
      name: otherParticipants[0]?.displayName ?? 'User',
      lastMessageAt,
      messages: withLast(known, conversation, me).slice(-maxMessages),
    };
  });
}

function ofStored({ seq, senderId, content, createdAt }: MessageView, me: string): KeptMessage {
  return { seq, mine: senderId === me, content, createdAt };
}

/** The list knows the last message also where the conversation itself is not loaded. */
function withLast(known: KeptMessage[], last: ConversationView, me: string): KeptMessage[] {
  const { lastMessage, lastMessageAt, lastSenderId, lastSeq } = last;
  if (lastMessage === null || (known.at(-1)?.seq ?? 0) >= lastSeq) return known;
  const message = { seq: lastSeq, mine: lastSenderId === me, content: lastMessage };
  return [...known, { ...message, createdAt: lastMessageAt }];
}
