import type { FastifyInstance } from 'fastify';
import type {
  OpenConversationInput,
  SendByListingInput,
} from '@marketplace/shared/messaging/inputs';
import type { Parts } from '../parts.ts';
import { callerOf, sendPage } from './http.ts';

type PageQuery = { Querystring: { cursor?: string; limit?: string } };

/** The largest page: these calls document no paging, so one call gives as much as one may ask for. */
const defaultLimit = 100;

/** Conversations, messages and the unread count. */
export function messagingRoutes(app: FastifyInstance, parts: Parts): void {
  app.get<PageQuery>('/api/conversations', async (request, reply) => {
    const { cursor, limit = defaultLimit } = request.query;
    const caller = await callerOf(parts, request, reply);
    return sendPage(request, reply, await caller.messaging.conversations({ cursor, limit }));
  });

  app.post<{ Body: OpenConversationInput }>('/api/conversations', async (request, reply) =>
    (await callerOf(parts, request, reply)).messaging.openConversation(request.body),
  );

  // The only documented call that can mark messages read, so it does: what it returns.
  app.get<PageQuery & { Params: { conversationId: string } }>(
    '/api/messages/:conversationId',
    async (request, reply) => {
      const { conversationId } = request.params;
      const { cursor, limit = defaultLimit } = request.query;
      const caller = await callerOf(parts, request, reply);
      const page = await caller.messaging.history({ conversationId, cursor, limit });
      const newest = page.items[0];
      if (newest) await caller.messaging.markRead({ conversationId, upToSeq: newest.seq });
      return sendPage(request, reply, { ...page, items: page.items.toReversed() });
    },
  );

  app.post<{ Body: SendByListingInput }>('/api/messages', async (request, reply) => {
    const message = await (
      await callerOf(parts, request, reply)
    ).messaging.sendByListing(request.body);
    return reply.code(201).send(message);
  });

  app.get('/api/unread-messages/count', async (request, reply) =>
    (await callerOf(parts, request, reply)).messaging.unreadCount(),
  );
}
