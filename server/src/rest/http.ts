import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Parts } from '../parts.ts';
import { contextOf } from '../request-context.ts';
import { createCaller } from '../router.ts';

/** The context of a REST call, whose cookies go out with its answer. */
export function restContext(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  return contextOf(parts, request, reply);
}

/** The procedures, called as whoever sent this request. */
export async function callerOf(parts: Parts, request: FastifyRequest, reply: FastifyReply) {
  return createCaller(await restContext(parts, request, reply));
}

/** A list's items as the documented array; where to go on is in `X-Next-Cursor` and `Link`. */
export function sendPage<Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: { items: Item[]; nextCursor: string | null },
): Item[] {
  if (page.nextCursor === null) return page.items;
  const next = new URL(request.url, 'http://host');
  next.searchParams.set('cursor', page.nextCursor);
  reply.header('x-next-cursor', page.nextCursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  return page.items;
}

/** An address of this server as the caller reaches it, from a path; another address stays as it is. */
export function absoluteUrl({ config }: Parts, request: FastifyRequest, url: string): string {
  const own = config.publicUrlGiven ? config.publicUrl : `${request.protocol}://${request.host}`;
  return new URL(url, own).href;
}

/** Some documented calls announce JSON and send nothing: an empty body counts as none. */
export function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}
