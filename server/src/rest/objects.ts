import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import type { CreateUploadInput } from '@marketplace/shared/media/inputs';
import { AppError, badField } from '../errors.ts';
import { receivePart } from '../features/media/multipart-uploads.ts';
import { checkUploadToken, type UploadPermission } from '../features/media/upload-token.ts';
import { assertFits, ownUploadPath } from '../features/media/uploads.ts';
import { fileNameOfKey } from '../features/media/staged-key.ts';
import type { Parts } from '../parts.ts';
import { absoluteUrl, callerOf } from './http.ts';

/**
 * Pictures sent straight to the object store: where to send one, its registration, and the routes
 * that take files in place of a store that takes none from browsers. As at such a store, the signed
 * address alone says who may send what.
 */
export function objectRoutes(app: FastifyInstance, parts: Parts): void {
  app.post<{ Body: CreateUploadInput | null }>('/api/objects/upload', async (request, reply) => {
    const { uploads } = await callerOf(parts, request, reply);
    const { uploadURL, key } = await uploads.create(request.body ?? {});
    return { uploadURL: absoluteUrl(parts, request, uploadURL), key };
  });

  app.put<{ Body: { imageURL: string } }>('/api/listing-images', async (request, reply) =>
    (await callerOf(parts, request, reply)).uploads.register(request.body),
  );

  // A file may be of any type; JSON and text would be parsed otherwise.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    scope.put<{ Params: { token: string } }>(
      `${ownUploadPath}/:token`,
      { bodyLimit: maxImageBytes },
      async (request, reply) => {
        const permitted = checkUploadToken(parts.secrets, request.params.token);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        assertAsPermitted(permitted, request.headers['content-type'], body);
        return reply.header('etag', `"${await keep(parts, permitted, body)}"`).send();
      },
    );
  });

  app.post(ownUploadPath, async (request, reply) => {
    if (!request.isMultipart()) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'A multipart form with a file is expected.');
    }
    const { permitted, body } = await readForm(parts, request);
    const etag = await keep(parts, permitted, body);
    return reply.code(204).header('etag', `"${etag}"`).send();
  });
}

/** The fields come before the file, so that nothing is read without permission. */
async function readForm(
  { secrets }: Parts,
  request: FastifyRequest,
): Promise<{ permitted: UploadPermission; body: Buffer }> {
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname.toLowerCase()] = part.value;
      continue;
    }
    const permitted = checkUploadToken(secrets, String(fields.token));
    if (fields.key !== permitted.key) throw new AppError('FORBIDDEN', 'This key is another one.');
    const body = await part.toBuffer();
    assertAsPermitted(permitted, String(fields['content-type']), body);
    return { permitted, body };
  }
  throw badField('file', 'Choose a picture to upload.');
}

function assertAsPermitted(
  { key, contentType, size }: UploadPermission,
  sentType: string | undefined,
  body: Buffer,
): void {
  assertFits(fileNameOfKey(key), body.length);
  const isOfType = contentType === undefined || contentType === sentType;
  if (isOfType && (size === undefined || size === body.length)) return;
  throw new AppError('FORBIDDEN', 'The file is not the one that was announced.');
}

/** Keeps the file or part, and gives its ETag. */
async function keep(
  { objects }: Parts,
  { key, part }: UploadPermission,
  body: Buffer,
): Promise<string> {
  if (part) return receivePart({ objects }, { key, ...part }, body);
  await objects.put(key, body, { contentType: 'application/octet-stream' });
  return createHash('md5').update(body).digest('hex');
}
