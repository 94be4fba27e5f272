import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { createUploadInput, uploadView } from '@marketplace/shared/media/schemas';
import type { AppContext } from '../app-context.ts';
import { AppError, badField } from '../errors.ts';
import { readPicture, storeImage, tooLargePicture } from '../features/media/images.ts';
import { receivePart } from '../features/media/multipart-uploads.ts';
import { assertFits, displayFileName, tooLarge } from '../features/media/process-image.ts';
import * as staged from '../features/media/staged-uploads.ts';
import * as api from './api.ts';

const file = { body: z.file(), access: 'nobody', tag: 'Pictures' } as const;

const putObject = api.describeRoute('putObject', {
  ...file,
  summary: 'Receives a file, or part of one, at a signed URL',
  consumes: 'application/octet-stream',
  answer: null,
  refusals: [404],
});

const postObject = api.describeRoute('postObject', {
  ...file,
  summary: 'Receives a file sent with the form from `/s3/params`',
  body: z.looseObject({ key: z.string(), token: z.string(), file: z.file() }),
  consumes: 'multipart/form-data',
  answer: null,
  status: 204,
  refusals: [404],
});

/**
 * Routes for pictures. The last two replace a store that accepts no files from browsers. As with
 * such a store, the signed address alone decides who may send what.
 */
export const uploadRoutes: api.ApiRoutes[] = [
  api.apiRoute('POST /api/upload', 'uploadPicture', {
    tag: 'Pictures',
    summary: 'Uploads one listing image',
    access: 'user',
    body: z.object({
      file: z.file(),
      type: z.literal('listing').optional().describe('What the image is for.'),
    }),
    consumes: 'multipart/form-data',
    answer: z.object({ url: z.string() }),
    async call({ context, request }) {
      // This refuses visitors before any of the body is read.
      const user = api.userOf(context, 'write');
      assertForm(request);
      const { url } = await storeImage(context, user.id, await readForm(request));
      return { url };
    },
  }),
  api.apiRoute('POST /api/objects/upload', 'createUpload', {
    tag: 'Pictures',
    summary: 'A URL for uploading one image with PUT, valid for 15 minutes',
    access: 'user',
    body: createUploadInput.nullish(),
    answer: uploadView,
    async call({ caller, context, request, body }) {
      const { uploadURL, key } = await caller.uploads.create(body ?? {});
      return { uploadURL: api.absoluteUrl(context, request, uploadURL), key };
    },
  }),
  api.procedureRoute(['PUT /api/listing-images', 'registerUpload', 'uploads.register'], {
    tag: 'Pictures',
    summary: 'Registers an uploaded file as a listing image',
    access: 'user',
    refusals: [404],
  }),
  (app, ctx) =>
    void app.register(async (scope) => {
      // A file may have any type; by default JSON and text would be parsed.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, stream, done) => done(null, stream));
      scope.put<{ Params: { token: string }; Body: Readable | undefined }>(
        `${staged.serverUploadPath}/:token`,
        { ...putObject, bodyLimit: maxImageBytes },
        async (request, reply) => {
          const permitted = staged.checkUploadToken(ctx.secrets, request.params.token);
          const { 'content-type': type, 'content-length': length } = request.headers;
          assertAsPermitted(permitted, type, length === undefined ? undefined : Number(length));
          const body = await receive(ctx, permitted, request.body ?? Readable.from([]));
          return reply.header('etag', `"${await keep(ctx, permitted, body)}"`).send();
        },
      );
    }),
  (app, ctx) =>
    app.post(staged.serverUploadPath, postObject, async (request, reply) => {
      assertForm(request);
      const { permitted, body } = await readSignedForm(ctx, request).catch(refuseForm);
      const etag = await keep(ctx, permitted, body);
      return reply.code(204).header('etag', `"${etag}"`).send();
    }),
];

function assertForm(request: FastifyRequest): void {
  if (request.isMultipart()) return;
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send a multipart form with a file.');
}

type SentFile = { fileName: string; body: Buffer };

/** Returns the file of a form. Reads the whole form, because `type` may come after the file. */
async function readForm(request: FastifyRequest): Promise<SentFile> {
  let sent: SentFile | undefined;
  // The file that was being read if something failed.
  let reading: string | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        reading = displayFileName(part.filename);
        const body = await readPicture(part.file, { fileName: part.filename });
        if (part.fieldname === 'file') sent = { fileName: part.filename, body };
      } else if (part.fieldname === 'type' && part.value !== 'listing') {
        throw badField('type', 'The type must be listing.');
      }
    }
  } catch (error) {
    throw refusalOf(error, reading ?? 'The file');
  }
  if (!sent) throw badField('file', 'Choose a photo to upload.');
  return sent;
}

/** Returns a refusal with the file's name for an error of the form parser. */
function refusalOf(error: unknown, name: string): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLargePicture(name);
  if (code === 'FST_FILES_LIMIT') {
    return tooLarge(`Another file came after ${name}. Upload one image at a time.`);
  }
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return tooLarge(`The form with ${name} has too many fields.`);
  }
  return badField('file', `${name} didn't finish uploading. Please upload it again.`);
}

/** Reads a form whose fields come before the file, so that no file is read without permission. */
async function readSignedForm(ctx: AppContext, request: FastifyRequest) {
  const fields: Record<string, unknown> = {};
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname.toLowerCase()] = part.value;
      continue;
    }
    const permitted = staged.checkUploadToken(ctx.secrets, String(fields.token));
    if (fields.key !== permitted.key) {
      throw new AppError('FORBIDDEN', "This key doesn't match the upload.");
    }
    assertAsPermitted(permitted, String(fields['content-type']));
    return { permitted, body: await receive(ctx, permitted, part.file) };
  }
  throw badField('file', 'Choose a photo to upload.');
}

/** Throws a refusal for a broken or truncated form, about which the parser gives no details. */
function refuseForm(error: unknown): never {
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error;
  throw badField('file', "The file didn't finish uploading. Please upload it again.");
}

/** Throws FORBIDDEN for a type, or a size known beforehand, that was not announced. */
function assertAsPermitted(
  { key, contentType, size }: staged.UploadPermission,
  sentType: string | undefined,
  sentSize?: number,
): void {
  if (sentSize !== undefined) assertFits(staged.fileNameOfKey(key), sentSize);
  const isOfType = contentType === undefined || contentType === sentType;
  const isOfSize = size === undefined || sentSize === undefined || size === sentSize;
  if (!isOfType || !isOfSize) throw notAnnounced();
}

/** Reads a file or part as long as there is space and it can be the announced file. */
async function receive(
  { objects }: AppContext,
  { key, size, partNumber }: staged.UploadPermission,
  stream: Readable,
): Promise<Buffer> {
  await staged.assertSpace({ objects });
  if (!partNumber) await staged.assertStagingRoom({ objects }, staged.userOfKey(key), key);
  const fileName = staged.fileNameOfKey(key);
  const body = await readPicture(stream, { fileName, hasHead: (partNumber ?? 1) === 1 });
  assertFits(fileName, body.length);
  if (size !== undefined && size !== body.length) throw notAnnounced();
  return body;
}

function notAnnounced(): AppError {
  return new AppError('FORBIDDEN', "The file doesn't match the size and type declared for it.");
}

async function keep(
  { objects }: AppContext,
  { key, partNumber }: staged.UploadPermission,
  body: Buffer,
): Promise<string> {
  if (partNumber) return receivePart({ objects }, { key, partNumber }, body);
  await objects.put(key, body);
  try {
    // Files that arrived at the same time did not count each other.
    await staged.assertStagingRoom({ objects }, staged.userOfKey(key), key);
  } catch (error) {
    await objects.remove([key]);
    throw error;
  }
  return createHash('md5').update(body).digest('hex');
}
