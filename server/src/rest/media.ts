import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import { AppError } from '../errors.ts';
import type { AppContext } from '../app-context.ts';
import { isAmong } from '../platform/http.ts';

/** Redirects are cached for an hour only, as the operator may move the public files. */
const redirectCaching = 'public, max-age=3600';
const fileCaching = 'public, max-age=31536000, immutable';

/**
 * `GET /media/{id}/{width}.webp` and `.avif`: the stored pictures. The content of an address never
 * changes, so its path is also its ETag. Redirects to the object store where that is public.
 */
export function mediaRoutes(app: FastifyInstance, { objects }: AppContext): void {
  app.get<{ Params: { id: string; file: string } }>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (parseImageUrl(`/media/${id}/${file}`) === null) throw notFound();
    // Webmail loads the pictures of our mails from its own site.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const key = `images/${id}/${file}`;
    const publicUrl = objects.publicUrl(key);
    if (publicUrl) return reply.header('cache-control', redirectCaching).redirect(publicUrl, 302);
    const etag = `"${id}-${file}"`;
    if (isAmong(etag, request.headers['if-none-match'])) {
      return describeFile(reply, etag).code(304).send();
    }
    const object = await objects.get(key);
    if (!object) throw notFound();
    return describeFile(reply, etag)
      .header('content-length', object.size)
      .type(object.contentType)
      .send(object.body);
  });
}

function describeFile(reply: FastifyReply, etag: string): FastifyReply {
  return reply.headers({
    etag,
    'cache-control': fileCaching,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Image not found');
}
