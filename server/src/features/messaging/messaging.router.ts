import * as z from 'zod';
import * as inputs from '@marketplace/shared/messaging/inputs';
import * as views from '@marketplace/shared/messaging/views';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import type { Session } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { followFeed } from '../../realtime/follow-feed.ts';
import { followPresence } from '../../realtime/follow-presence.ts';
import { router, userProcedure } from '../../trpc.ts';
import {
  getConversation,
  listContacts,
  listConversations,
  viewConversation,
} from './conversations.ts';
import {
  acceptRequest,
  countUnread,
  listMessages,
  markRead,
  setArchived,
  setTyping,
} from './messages.ts';
import { openConversation } from './open-conversation.ts';
import { searchConversations } from './search-conversations.ts';
import { sendByListing, sendMessage } from './send-message.ts';
import { sendPhotos } from './send-photos.ts';

const readProcedure = userProcedure.meta({ token: 'read' });
const writeProcedure = userProcedure.meta({ token: 'write' });

export const messagingRouter = router({
  conversations: readProcedure
    .input(inputs.conversationsInput)
    .output(views.conversationPage)
    .query(({ ctx, input }) => listConversations(ctx.db, ctx.session.user.id, input)),

  conversation: readProcedure
    .input(inputs.conversationInput)
    .output(views.conversationView)
    .query(async ({ ctx, input }) =>
      viewConversation(await getConversation(ctx.db, input.conversationId, ctx.session.user.id)),
    ),

  search: readProcedure
    .input(inputs.searchConversationsInput)
    .output(views.foundConversationPage)
    .query(({ ctx, input }) => searchConversations(ctx, { ...input, userId: ctx.session.user.id })),

  archive: writeProcedure
    .input(inputs.archiveInput)
    .output(views.archiveView)
    .mutation(({ ctx, input }) => setArchived(ctx, { ...input, userId: ctx.session.user.id })),

  acceptRequest: writeProcedure
    .input(inputs.conversationInput)
    .output(views.conversationView)
    .mutation(({ ctx, input }) => acceptRequest(ctx, { ...input, userId: ctx.session.user.id })),

  history: readProcedure
    .input(inputs.historyInput)
    .output(views.messagePage)
    .query(({ ctx, input }) => listMessages(ctx.db, ctx.session.user.id, input)),

  openConversation: writeProcedure
    .input(inputs.openConversationInput)
    .output(views.conversationView)
    .mutation(({ ctx, input }) => openConversation(ctx, { ...input, userId: ctx.session.user.id })),

  send: writeProcedure
    // Messages sent at the same moment share a statement.
    .meta({ isRepeatable: true, weight: 1 / 4 })
    .input(inputs.sendMessageInput)
    .output(views.messageView)
    .mutation(({ ctx, input }) =>
      sendMessage(ctx, {
        ...{ ...input, senderId: senderOf(ctx, input), standing: ctx.session.user.standing },
        // Over HTTP, this request has just checked the session. A socket's may have ended since.
        sessionId: ctx.connection && ctx.session.id,
      }),
    ),

  sendPhotos: writeProcedure
    .input(inputs.sendPhotosInput)
    .output(views.messageView)
    .mutation(({ ctx, input }) => sendPhotos(ctx, { ...input, senderId: senderOf(ctx, input) })),

  sendByListing: writeProcedure
    .input(inputs.sendByListingInput)
    .output(views.messageView)
    .mutation(({ ctx, input }) => {
      const { id: senderId, standing } = ctx.session.user;
      return sendByListing(ctx, { ...input, senderId, standing });
    }),

  markRead: writeProcedure
    .meta({ whileSuspended: true })
    .input(inputs.markReadInput)
    .output(views.unreadCountView)
    .mutation(async ({ ctx, input }) => ({
      count: await markRead(ctx, { ...input, userId: ctx.session.user.id }),
    })),

  unreadCount: readProcedure
    .output(views.unreadCountView)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.db, ctx.session.user.id) })),

  setTyping: writeProcedure
    .input(inputs.conversationInput)
    .output(z.void())
    .mutation(({ ctx, input }) => setTyping(ctx, { ...input, userId: ctx.session.user.id })),

  /** Yields `feedEventView`, each with its feed position as its id. WebSocket only. */
  events: userProcedure.input(inputs.eventsInput).subscription(({ ctx, input, signal }) => {
    assertOpenedFor(ctx.session.user.id, input?.userId);
    return followFeed(ctx, {
      userId: ctx.session.user.id,
      lastEventId: input?.lastEventId,
      connection: ctx.connection,
      signal: signal ?? new AbortController().signal,
    });
  }),

  /** Yields `presenceEventView`. WebSocket only. */
  presence: userProcedure.input(inputs.presenceInput).subscription(({ ctx, input, signal }) => {
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

/** Returns the caller. Throws UNAUTHORIZED for a message by another user of this browser. */
function senderOf({ session }: { session: Session }, input: { senderId?: string | undefined }) {
  const { senderId = session.user.id } = input;
  if (senderId === session.user.id) return senderId;
  throw new AppError('UNAUTHORIZED', `${unauthorized}: a different user is signed in.`);
}

/** A tab that slept resumes with the current cookies, which may be another user's. */
function assertOpenedFor(userId: string, openedFor: string | undefined): void {
  if (openedFor === undefined || openedFor === userId) return;
  throw new AppError('UNAUTHORIZED', unauthorized);
}
