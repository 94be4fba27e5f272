import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import {
  type CreateUploadInput,
  createUploadInput,
  registerUploadInput,
} from '@marketplace/shared/media/inputs';
import { registeredView, uploadView } from '@marketplace/shared/media/views';
import { AppError, badField } from '../errors.ts';
import { receivePart } from '../features/media/multipart-uploads.ts';
import { checkUploadToken, type UploadPermission } from '../features/media/upload-token.ts';
import { assertFits, ownUploadPath } from '../features/media/uploads.ts';
import { readPicture } from '../features/media/read-picture.ts';
import { fileNameOfKey, userOfKey } from '../features/media/staged-key.ts';
import { assertSpace, assertStagingRoom } from '../features/media/upload-limits.ts';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { absoluteUrl, callerOf } from './http.ts';

const file = { body: z.file(), access: 'nobody', tag: 'Pictures' } as const;

const routes = {
  create: describeRoute('createUpload', {
    tag: 'Pictures',
    summary: 'An address that takes one picture with PUT, for 15 minutes',
    access: 'user',
    body: createUploadInput.nullish(),
    answer: uploadView,
  }),
  register: describeRoute('registerUpload', {
    tag: 'Pictures',
    summary: 'Makes a picture for listings of a file that was sent',
    access: 'user',
    body: registerUploadInput,
    answer: registeredView,
    refusals: [404],
  }),
  put: describeRoute('putObject', {
    ...file,
    summary: 'Takes a file at a signed address, on servers without an object store of their own',
    consumes: 'application/octet-stream',
    answer: null,
    refusals: [404],
  }),
  post: describeRoute('postObject', {
    ...file,
    summary: 'Takes a file with the form of `/s3/params`, on such servers',
    body: z.looseObject({ key: z.string(), token: z.string(), file: z.file() }),
    consumes: 'multipart/form-data',
    answer: null,
    status: 204,
    refusals: [404],
  }),
};

/**
 * Pictures sent straight to the object store: where to send one, its registration, and the routes
 * that take files in place of a store that takes none from browsers. As at such a store, the signed
 * address alone says who may send what.
 */
export function objectRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.post<{ Body: CreateUploadInput | null }>(
    '/api/objects/upload',
    routes.create,
    async (request, reply) => {
      const { uploads } = await callerOf(ctx, request, reply);
      const { uploadURL, key } = await uploads.create(request.body ?? {});
      return { uploadURL: absoluteUrl(ctx, request, uploadURL), key };
    },
  );

  app.put<{ Body: { imageURL: string } }>(
    '/api/listing-images',
    routes.register,
    async (request, reply) => (await callerOf(ctx, request, reply)).uploads.register(request.body),
  );

  // A file may be of any type; JSON and text would be parsed otherwise.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
    scope.put<{ Params: { token: string }; Body: Readable | undefined }>(
      `${ownUploadPath}/:token`,
      { ...routes.put, bodyLimit: maxImageBytes },
      async (request, reply) => {
        const permitted = checkUploadToken(ctx.secrets, request.params.token);
        const { 'content-type': type, 'content-length': length } = request.headers;
        assertAsPermitted(permitted, type, length === undefined ? undefined : Number(length));
        const body = await receive(ctx, permitted, request.body ?? Readable.from([]));
        return reply.header('etag', `"${await keep(ctx, permitted, body)}"`).send();
      },
    );
  });

  app.post(ownUploadPath, routes.post, async (request, reply) => {
    if (!request.isMultipart()) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'A multipart form with a file is expected.');
    }
    const { permitted, body } = await readForm(ctx, request).catch(refuseForm);
    const etag = await keep(ctx, permitted, body);
    return reply.code(204).header('etag', `"${etag}"`).send();
  });
}

/** The fields come before the file, so that nothing is read without permission. */
async function readForm(
  ctx: AppContext,
  request: FastifyRequest,
): Promise<{ permitted: UploadPermission; body: Buffer }> {
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname.toLowerCase()] = part.value;
      continue;
    }
    const permitted = checkUploadToken(ctx.secrets, String(fields.token));
    if (fields.key !== permitted.key) throw new AppError('FORBIDDEN', 'This key is another one.');
    assertAsPermitted(permitted, String(fields['content-type']));
    return { permitted, body: await receive(ctx, permitted, part.file) };
  }
  throw badField('file', 'Choose a picture to upload.');
}

/** What the parser of forms throws of a form that is broken or cut off says nothing else of it. */
function refuseForm(error: unknown): never {
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
  throw badField('file', 'The file did not arrive whole. Please send it again.');
}

/** Throws for another type, and for another size where it is known beforehand. */
function assertAsPermitted(
  { key, contentType, size }: UploadPermission,
  sentType: string | undefined,
  sentSize?: number,
): void {
  if (sentSize !== undefined) assertFits(fileNameOfKey(key), sentSize);
  const isOfType = contentType === undefined || contentType === sentType;
  const isOfSize = size === undefined || sentSize === undefined || size === sentSize;
  if (!isOfType || !isOfSize) throw notAnnounced();
}

/** Reads the file or part while there is room for it and as long as it can be what was announced. */
async function receive(
  { objects }: AppContext,
  { key, size, part }: UploadPermission,
  stream: Readable,
): Promise<Buffer> {
  await assertSpace({ objects });
  if (!part) await assertStagingRoom({ objects }, userOfKey(key), key);
  const fileName = fileNameOfKey(key);
  const body = await readPicture(stream, { fileName, hasHead: !part || part.partNumber === 1 });
  assertFits(fileName, body.length);
  if (size !== undefined && size !== body.length) throw notAnnounced();
  return body;
}

function notAnnounced(): AppError {
  return new AppError('FORBIDDEN', 'The file is not the one that was announced.');
}

/** Keeps the file or part, and gives its ETag. */
async function keep(
  { objects }: AppContext,
  { key, part }: UploadPermission,
  body: Buffer,
): Promise<string> {
  if (part) return receivePart({ objects }, { key, ...part }, body);
  await objects.put(key, body, { contentType: 'application/octet-stream' });
  try {
    // Files that came at the same time did not see each other.
    await assertStagingRoom({ objects }, userOfKey(key), key);
  } catch (error) {
    await objects.remove([key]);
    throw error;
  }
  return createHash('md5').update(body).digest('hex');
}
