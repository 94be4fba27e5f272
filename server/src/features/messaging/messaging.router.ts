import * as z from 'zod';
import {
  blockInput,
  conversationsInput,
  eventsInput,
  historyInput,
  markReadInput,
  openConversationInput,
  presenceInput,
  sendByListingInput,
  sendMessageInput,
  setTypingInput,
} from '@marketplace/shared/messaging/inputs';
import {
  blockedPeopleView,
  blockView,
  conversationPage,
  conversationView,
  messagePage,
  messageView,
  unreadCountView,
} from '@marketplace/shared/messaging/views';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { AppError } from '../../errors.ts';
import { followFeed } from '../../realtime/follow-feed.ts';
import { followPresence } from '../../realtime/follow-presence.ts';
import { router, userProcedure } from '../../trpc.ts';
import { listBlocked, setBlocked } from './blocks.ts';
import { listContacts, listConversations } from './conversations.ts';
import { countUnread, listMessages, markRead, setTyping } from './messages.ts';
import { openConversation } from './open-conversation.ts';
import { sendByListing, sendMessage } from './send-message.ts';

export const messagingRouter = router({
  conversations: userProcedure
    .meta({ token: 'read' })
    .input(conversationsInput)
    .output(conversationPage)
    .query(({ ctx, input }) => listConversations(ctx.db, ctx.session.user.id, input)),

  history: userProcedure
    .meta({ token: 'read' })
    .input(historyInput)
    .output(messagePage)
    .query(({ ctx, input }) => listMessages(ctx.db, ctx.session.user.id, input)),

  openConversation: userProcedure
    .meta({ token: 'write' })
    .input(openConversationInput)
    .output(conversationView)
    .mutation(({ ctx, input }) => openConversation(ctx, { ...input, userId: ctx.session.user.id })),

  send: userProcedure
    .meta({ token: 'write' })
    .input(sendMessageInput)
    .output(messageView)
    .mutation(({ ctx, input }) => {
      const senderId = ctx.session.user.id;
      // It waited in a browser where somebody else has signed in since.
      if (input.senderId !== undefined && input.senderId !== senderId) {
        throw new AppError('UNAUTHORIZED', `${unauthorized}: somebody else is signed in.`);
      }
      return sendMessage(ctx, { ...input, senderId });
    }),

  sendByListing: userProcedure
    .meta({ token: 'write' })
    .input(sendByListingInput)
    .output(messageView)
    .mutation(({ ctx, input }) => sendByListing(ctx, { ...input, senderId: ctx.session.user.id })),

  markRead: userProcedure
    .meta({ token: 'write' })
    .input(markReadInput)
    .output(unreadCountView)
    .mutation(async ({ ctx, input }) => ({
      count: await markRead(ctx, { ...input, userId: ctx.session.user.id }),
    })),

  unreadCount: userProcedure
    .meta({ token: 'read' })
    .output(unreadCountView)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.db, ctx.session.user.id) })),

  setTyping: userProcedure
    .meta({ token: 'write' })
    .input(setTypingInput)
    .output(z.void())
    .mutation(({ ctx, input }) => setTyping(ctx, { ...input, userId: ctx.session.user.id })),

  block: userProcedure
    .meta({ token: 'write' })
    .input(blockInput)
    .output(blockView)
    .mutation(({ ctx, input }) =>
      setBlocked(ctx, { userId: ctx.session.user.id, otherId: input.userId, blocked: true }),
    ),

  unblock: userProcedure
    .meta({ token: 'write' })
    .input(blockInput)
    .output(blockView)
    .mutation(({ ctx, input }) =>
      setBlocked(ctx, { userId: ctx.session.user.id, otherId: input.userId, blocked: false }),
    ),

  blocked: userProcedure
    .meta({ token: 'read' })
    .output(blockedPeopleView)
    .query(({ ctx }) => listBlocked(ctx.db, ctx.session.user.id)),

  /** `feedEventView`, each with its position as its id; over WebSocket only. */
  events: userProcedure.input(eventsInput).subscription(({ ctx, input, signal }) => {
    assertOpenedFor(ctx.session.user.id, input?.userId);
    return followFeed(ctx, {
      userId: ctx.session.user.id,
      lastEventId: input?.lastEventId,
      connection: ctx.connection,
      signal: signal ?? new AbortController().signal,
    });
  }),

  /** `presenceEventView`; over WebSocket only. */
  presence: userProcedure.input(presenceInput).subscription(({ ctx, input, signal }) => {
    const { session, connection } = ctx;
    assertOpenedFor(session.user.id, input?.userId);
    return followPresence(ctx, {
      userId: session.user.id,
      findPeople: () => listContacts(ctx.db, session.user.id),
      connection,
      signal: signal ?? new AbortController().signal,
    });
  }),
});

/** A tab that slept resumes with the current cookies, which may be another user's. */
function assertOpenedFor(userId: string, openedFor: string | undefined): void {
  if (openedFor === undefined || openedFor === userId) return;
  throw new AppError('UNAUTHORIZED', unauthorized);
}
