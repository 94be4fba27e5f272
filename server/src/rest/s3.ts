import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  abortUpload,
  completeUpload,
  listUploadParts,
  signUploadPart,
} from '../features/media/multipart-uploads.ts';
import {
  createFormUpload,
  createMultipartUpload,
  temporaryCredentials,
} from '../features/media/uploads.ts';
import type { AppContext } from '../app-context.ts';
import { absoluteUrl, restContext, userOf as writerOf } from './http.ts';
import { completeInput, fileInput, ofPart, ofUpload, s3Docs } from './s3-docs.ts';

type OfUpload = {
  Params: { uploadId: string; partNumber?: string };
  Querystring: { key?: string };
};

/** The calls of the uploader: a form, or an upload in parts. */
export function s3Routes(app: FastifyInstance, ctx: AppContext): void {
  const userOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    // Each of these is a step of sending a file, the reading ones too.
    return writerOf(await restContext(ctx, request, reply), 'write').id;
  };
  const targetOf = ({ params, query }: { params: object; query: object }) => ({
    ...query,
    ...params,
  });

  app.get('/s3/params', s3Docs.form, async (request, reply) => {
    const userId = await userOf(request, reply);
    const form = await createFormUpload(ctx, userId, fileOf(request.query));
    return { ...form, url: absoluteUrl(ctx, request, form.url) };
  });

  app.get('/s3/sts', s3Docs.credentials, async (request, reply) => {
    const userId = await userOf(request, reply);
    return reply.header('cache-control', 'no-store').send(await temporaryCredentials(ctx, userId));
  });

  app.post('/s3/multipart', s3Docs.begin, async (request, reply) =>
    createMultipartUpload(ctx, await userOf(request, reply), fileOf(request.body)),
  );

  app.get<OfUpload>('/s3/multipart/:uploadId', s3Docs.sentParts, async (request, reply) => {
    const userId = await userOf(request, reply);
    const sent = await listUploadParts(ctx, userId, ofUpload.parse(targetOf(request)));
    return sent.map(({ partNumber, size, etag }) => ({
      PartNumber: partNumber,
      Size: size,
      ETag: etag,
    }));
  });

  app.get<OfUpload>('/s3/multipart/:uploadId/:partNumber', s3Docs.part, async (request, reply) => {
    const userId = await userOf(request, reply);
    const url = await signUploadPart(ctx, userId, ofPart.parse(targetOf(request)));
    return { url: absoluteUrl(ctx, request, url) };
  });

  app.post<OfUpload>(
    '/s3/multipart/:uploadId/complete',
    s3Docs.complete,
    async (request, reply) => {
      const userId = await userOf(request, reply);
      const upload = ofUpload.parse(targetOf(request));
      const { parts: chosen } = completeInput.parse(request.body);
      const { location, key: completed } = await completeUpload(ctx, userId, {
        ...upload,
        chosen,
      });
      return { location: absoluteUrl(ctx, request, location), key: completed };
    },
  );

  app.delete<OfUpload>('/s3/multipart/:uploadId', s3Docs.abort, async (request, reply) => {
    await abortUpload(ctx, await userOf(request, reply), ofUpload.parse(targetOf(request)));
    return reply.code(204).send();
  });
}

function fileOf(sent: unknown): { fileName: string; contentType: string } {
  const { filename, type } = fileInput.parse(sent);
  return { fileName: filename, contentType: type };
}
