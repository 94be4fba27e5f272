import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  conversationsInput,
  type OpenConversationInput,
  openConversationInput,
  type SendByListingInput,
  sendByListingInput,
} from '@marketplace/shared/messaging/inputs';
import {
  conversationView,
  messageView,
  unreadCountView,
} from '@marketplace/shared/messaging/views';
import type { AppContext } from '../app-context.ts';
import { createCaller } from '../router.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf, restContext, sendPage } from './http.ts';

type PageQuery = { Querystring: { cursor?: string; limit?: string } };

/** The largest page: these calls document no paging, so one call gives as much as one may ask for. */
const defaultLimit = 100;

const query = conversationsInput.extend({
  limit: z.int().min(1).max(100).default(defaultLimit),
});

const routes = {
  conversations: describeRoute('listConversations', {
    tag: 'Messages',
    summary: 'One’s conversations, the latest first',
    access: 'user',
    query,
    answer: z.array(conversationView),
    paged: true,
  }),
  open: describeRoute('openConversation', {
    tag: 'Messages',
    summary: 'The conversation about a listing with its seller, a new one where there is none',
    access: 'user',
    body: openConversationInput,
    answer: conversationView,
    refusals: [404, 409],
  }),
  history: describeRoute('listMessages', {
    tag: 'Messages',
    summary:
      'A conversation’s messages, the newest page, oldest first; they count as read then, except with a token for reading',
    access: 'user',
    query,
    answer: z.array(messageView),
    paged: true,
    refusals: [404],
  }),
  send: describeRoute('sendMessage', {
    tag: 'Messages',
    summary: 'Sends a message about a listing; the same `clientId` again sends nothing more',
    access: 'user',
    body: sendByListingInput,
    answer: messageView,
    status: 201,
    refusals: [404, 409],
  }),
  unread: describeRoute('countUnreadMessages', {
    tag: 'Messages',
    summary: 'How many messages one has not read',
    access: 'user',
    answer: unreadCountView,
  }),
};

/** Conversations, messages and the unread count. */
export function messagingRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.get<PageQuery>('/api/conversations', routes.conversations, async (request, reply) => {
    const { cursor, limit = defaultLimit } = request.query;
    const caller = await callerOf(ctx, request, reply);
    return sendPage(request, reply, await caller.messaging.conversations({ cursor, limit }));
  });

  app.post<{ Body: OpenConversationInput }>(
    '/api/conversations',
    routes.open,
    async (request, reply) =>
      (await callerOf(ctx, request, reply)).messaging.openConversation(request.body),
  );

  // The only documented call that can mark messages read, so it does: what it returns. A token that
  // may only read leaves them as they are.
  app.get<PageQuery & { Params: { conversationId: string } }>(
    '/api/messages/:conversationId',
    routes.history,
    async (request, reply) => {
      const { conversationId } = request.params;
      const { cursor, limit = defaultLimit } = request.query;
      const context = await restContext(ctx, request, reply);
      const caller = createCaller(context);
      const page = await caller.messaging.history({ conversationId, cursor, limit });
      const newest = page.items[0];
      const marks = context.token?.scope !== 'read';
      if (newest && marks) await caller.messaging.markRead({ conversationId, upToSeq: newest.seq });
      return sendPage(request, reply, { ...page, items: page.items.toReversed() });
    },
  );

  app.post<{ Body: SendByListingInput }>('/api/messages', routes.send, async (request, reply) => {
    const message = await (
      await callerOf(ctx, request, reply)
    ).messaging.sendByListing(request.body);
    return reply.code(201).send(message);
  });

  app.get('/api/unread-messages/count', routes.unread, async (request, reply) =>
    (await callerOf(ctx, request, reply)).messaging.unreadCount(),
  );
}
