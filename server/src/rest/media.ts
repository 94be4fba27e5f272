import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ImageWidth } from '@marketplace/shared/media/constants';
import { parseImageUrl, parsePhotoPath, photoObjectKey } from '@marketplace/shared/media/urls';
import { type Context, sessionOfToken } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertAdminFactor } from '../factor-rules.ts';
import type { AppContext } from '../app-context.ts';
import { findPhoto } from '../features/messaging/send-photos.ts';
import { readReportedPhoto } from '../features/moderation/evidence.ts';
import { matchesIfNoneMatch } from '../platform/http.ts';
import { apiContextOf } from '../request-context.ts';

/** Redirects are cached for only an hour, because the operator may move the public files. */
const redirectCaching = 'public, max-age=3600';
const fileCaching = 'public, max-age=31536000, immutable';
/** Photos are revalidated, because the next person at this browser may be someone else. */
const photoCaching = 'private, no-cache';

type FileParams = { Params: { id: string; file: string } };

/**
 * Serves `/media/{id}/{width}.webp` and `.avif`, the stored pictures. The content of an address
 * never changes, so its path is its ETag. Redirects to an object store with public files. Also
 * serves `/media/chat/{id}/{width}.webp`, the photos of messages: to a session or token of one of
 * the two people, and to admins once the message was reported. Anyone else gets 403. The address
 * alone opens nothing, so it works days later in a replayed event.
 */
export function registerMedia(app: FastifyInstance, ctx: AppContext): void {
  const { objects } = ctx;
  app.get<FileParams>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (parseImageUrl(`/media/${id}/${file}`) === null) throw notFound();
    // Webmail loads the pictures of our emails from another site.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    const key = `images/${id}/${file}`;
    const publicUrl = objects.publicUrl(key);
    if (publicUrl) return reply.header('cache-control', redirectCaching).redirect(publicUrl, 302);
    return sendFile(ctx, reply, { key, etag: `"${id}-${file}"`, caching: fileCaching });
  });
  app.get<FileParams>('/media/chat/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    if (parsePhotoPath(`/media/chat/${id}/${file}`) === null) throw notFound();
    await assertMaySee(await apiContextOf(ctx, request, reply), id);
    const key = photoObjectKey(id, Number.parseInt(file, 10) as ImageWidth);
    return sendFile(ctx, reply, { key, etag: `"${id}-${file}"`, caching: photoCaching });
  });
}

async function assertMaySee(
  { db, session, token, config }: Context,
  imageId: string,
): Promise<void> {
  const user = token ? sessionOfToken(token, 'read').user : session?.user;
  const photo = user && (await findPhoto(db, imageId, user.id));
  if (photo?.isVisible) return;
  // Admins need a session to see reported photos.
  if (!token && session?.user.isAdmin && photo) {
    assertAdminFactor(session, config.adminGraceDays);
    if (await readReportedPhoto(db, session.user.id, photo)) return;
  }
  throw new AppError('FORBIDDEN', 'Only the people in this conversation can see this photo.');
}

async function sendFile(
  { objects }: AppContext,
  reply: FastifyReply,
  { key, etag, caching }: Record<'key' | 'etag' | 'caching', string>,
) {
  const headers = {
    etag,
    'cache-control': caching,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  };
  if (matchesIfNoneMatch(etag, reply.request.headers['if-none-match'])) {
    return reply.headers(headers).code(304).send();
  }
  const object = await objects.get(key);
  if (!object) throw notFound();
  return reply
    .headers(headers)
    .header('content-length', object.size)
    .type(object.contentType)
    .send(object.body);
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'Image not found');
}
