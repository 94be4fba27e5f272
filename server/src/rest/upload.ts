import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AppError, badField } from '../errors.ts';
import { displayFileName } from '../features/media/image-error.ts';
import { storeImage } from '../features/media/images.ts';
import { readPicture, tooLargePicture } from '../features/media/read-picture.ts';
import type { AppContext } from '../app-context.ts';
import { describeRoute } from './api-schema.ts';
import { restContext, userOf } from './http.ts';

const uploaded = describeRoute('uploadPicture', {
  tag: 'Pictures',
  summary: 'Uploads one picture of a listing',
  access: 'user',
  body: z.object({
    file: z.file(),
    type: z.literal('listing').optional().describe('What the picture is for.'),
  }),
  consumes: 'multipart/form-data',
  answer: z.object({ url: z.string() }),
});

/** `POST /api/upload`: one picture of a listing per request, as a form with `file` and `type`. */
export function uploadRoutes(app: FastifyInstance, ctx: AppContext): void {
  app.post('/api/upload', uploaded, async (request, reply) => {
    // Who sends it is settled before anything of the body is read.
    const user = userOf(await restContext(ctx, request, reply), 'write');
    if (!request.isMultipart()) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'A multipart form with a file is expected.');
    }
    const { url } = await storeImage(ctx, user.id, await readForm(request));
    return { url };
  });
}

interface SentFile {
  fileName: string;
  body: Buffer;
}

/** The file of the form. All of the form is read, since `type` may come after the file. */
async function readForm(request: FastifyRequest): Promise<SentFile> {
  let sent: SentFile | undefined;
  // The name of the file that was being read when something failed.
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
  if (!sent) throw badField('file', 'Choose a picture to upload.');
  return sent;
}

/** A refusal in words of the product for what the parser of forms threw; it names the file. */
function refusalOf(error: unknown, name: string): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return tooLargePicture(name);
  }
  if (code === 'FST_FILES_LIMIT') {
    return tooLarge(`After ${name} came another file; send one picture at a time.`);
  }
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') {
    return tooLarge(`The form with ${name} has too many fields.`);
  }
  return badField('file', `${name} did not arrive whole. Please send it again.`);
}

function tooLarge(message: string): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', message, { issues: [{ path: 'file', message }] });
}
