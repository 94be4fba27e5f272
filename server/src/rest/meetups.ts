import * as z from 'zod';
import { meetupCalendar } from '../features/deals/calendar.ts';
import { TRPCError } from '@trpc/server';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { sessionOfToken } from '../context.ts';
import { apiContextOf } from '../request-context.ts';
import { type ApiRoutes, describeRoute } from './api.ts';

const calendar = describeRoute('getMeetupCalendar', {
  tag: 'Messages',
  summary: 'A meetup as a calendar file',
  access: 'user',
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
        const { session, token } = await apiContextOf(ctx, request, reply);
        const user = token ? sessionOfToken(token, 'read').user : session?.user;
        if (!user) throw new TRPCError({ code: 'UNAUTHORIZED', message: unauthorized });
        const meetup = { meetupId: request.params.id, userId: user.id };
        const file = await meetupCalendar(ctx, meetup);
        return reply
          .headers({
            'content-disposition': 'attachment; filename="meetup.ics"',
            'cache-control': 'no-store',
            'x-content-type-options': 'nosniff',
          })
          .type('text/calendar; charset=utf-8')
          .send(file);
      },
    ),
];
