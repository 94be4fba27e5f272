import type { FastifyInstance } from 'fastify';
import { describeListingInput } from '@marketplace/shared/descriptions/inputs';
import { describedView } from '@marketplace/shared/descriptions/views';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { callerOf } from './http.ts';

interface Describe {
  Body: { image: string; currentDescription?: string };
}

const generated = describeRoute('generateDescription', {
  tag: 'Listings',
  summary: 'A description made from a picture, a JPEG as a data URL',
  access: 'user',
  body: describeListingInput,
  answer: describedView,
});

/** A description made from a picture. */
export function descriptionRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.post<Describe>('/api/generate-description', generated, async (request, reply) =>
    (await callerOf(ctx, request, reply)).listings.describe(request.body),
  );
}
