import * as z from 'zod';
import { conversationView, messageView } from '@marketplace/shared/messaging/views';
import { pageInput } from '@marketplace/shared/pagination';
import { meetupCalendar } from '../features/deals/calendar.ts';
import { apiContextOf } from '../request-context.ts';
import { apiRoute, type ApiRoutes, describeRoute, procedureRoute, userOf } from './api.ts';

/** The largest page. These calls document no paging, so one call returns as much as possible. */
const limit = 100;

const query = pageInput(limit).extend({
  limit: z.int().min(1).max(100).default(limit),
});

const common = { tag: 'Messages', access: 'user' } as const;

export const messagingRoutes: ApiRoutes[] = [
  apiRoute('GET /api/conversations', 'listConversations', {
    ...common,
    summary: 'Your conversations, most recent first; with `archived=true` those you archived',
    query: query.extend({ archived: z.enum(['true', 'false']).optional() }),
    answer: z.array(conversationView),
    paged: true,
    call: ({ caller, query: { archived, ...page } }) =>
      caller.messaging.conversations({ limit, ...page, archived: archived === 'true' }),
  }),
  procedureRoute(['POST /api/conversations', 'openConversation', 'messaging.openConversation'], {
    ...common,
    summary: 'Opens the conversation about a listing, or returns the existing one',
    refusals: [404, 409],
  }),
  procedureRoute(
    ['GET /api/conversations/:conversationId/deal', 'getDeal', 'deals.forConversation'],
    {
      ...common,
      summary: 'The deal of a conversation: offers, reservation, meetup, line, sale and reviews',
      refusals: [404],
    },
  ),
  // This is the only documented call that can mark messages read, so it marks those that it
  // returns. A read-only token marks none.
  apiRoute('GET /api/messages/:conversationId', 'listMessages', {
    ...common,
    summary:
      'The latest messages of a conversation, oldest first; marks them read unless the token is read-only',
    query,
    answer: z.array(messageView),
    paged: true,
    refusals: [404],
    async call({ caller, context, params: { conversationId }, query }) {
      const given = { limit, ...query, conversationId };
      const page = await caller.messaging.history(given);
      const newest = page.items[0];
      const marks = context.token?.scope !== 'read';
      if (newest && marks) await caller.messaging.markRead({ conversationId, upToSeq: newest.seq });
      return { ...page, items: page.items.toReversed() };
    },
  }),
  procedureRoute(['POST /api/messages', 'sendMessage', 'messaging.sendByListing'], {
    ...common,
    summary: 'Sends a message about a listing; a repeated `clientId` sends nothing new',
    status: 201,
    refusals: [404, 409],
  }),
  procedureRoute(
    ['GET /api/unread-messages/count', 'countUnreadMessages', 'messaging.unreadCount'],
    { ...common, summary: 'Your unread message count' },
  ),
];

const calendar = describeRoute('getMeetupCalendar', {
  ...common,
  summary: 'A meetup as a calendar file',
  answer: z.string(),
  produces: 'text/calendar',
  refusals: [404],
});

export const meetupRoutes: ApiRoutes[] = [
  (app, ctx) =>
    app.get<{ Params: { id: string } }>(
      '/api/meetups/:id.ics',
      calendar,
      async (request, reply) => {
        const { id: userId } = userOf(await apiContextOf(ctx, request, reply), 'read');
        const file = await meetupCalendar(ctx, { meetupId: request.params.id, userId });
        return reply
          .header('content-disposition', 'attachment; filename="meetup.ics"')
          .header('cache-control', 'no-store')
          .type('text/calendar; charset=utf-8')
          .send(file);
      },
    ),
];
