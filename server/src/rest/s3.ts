import { TRPCError } from '@trpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { maxUploadParts } from '@marketplace/shared/media/constants';
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
import type { Parts } from '../parts.ts';
import { absoluteUrl, restContext } from './http.ts';

const fileInput = z.object({ filename: z.string().max(1000), type: z.string().max(200) });
const uploadId = z.string().min(1).max(300);
const key = z.string().min(1).max(300);
const ofUpload = z.object({ uploadId, key });
const ofPart = ofUpload.extend({ partNumber: z.coerce.number().int().min(1).max(maxUploadParts) });
const completeInput = z.object({
  parts: z
    .array(z.object({ PartNumber: z.number().int().min(1), ETag: z.string().max(200) }))
    .max(maxUploadParts),
});

type OfUpload = {
  Params: { uploadId: string; partNumber?: string };
  Querystring: { key?: string };
};

/** The calls of the uploader (specification section 7): a form, or an upload in parts. */
export function s3Routes(app: FastifyInstance, parts: Parts): void {
  const userOf = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const { session } = await restContext(parts, request, reply);
    if (!session) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'Unauthorized' });
    return session.user.id;
  };
  const targetOf = ({ params, query }: { params: object; query: object }) => ({
    ...query,
    ...params,
  });

  app.get('/s3/params', async (request, reply) => {
    const userId = await userOf(request, reply);
    const form = await createFormUpload(parts, userId, fileOf(request.query));
    return { ...form, url: absoluteUrl(parts, request, form.url) };
  });

  app.get('/s3/sts', async (request, reply) => {
    const userId = await userOf(request, reply);
    return reply
      .header('cache-control', 'no-store')
      .send(await temporaryCredentials(parts, userId));
  });

  app.post('/s3/multipart', async (request, reply) =>
    createMultipartUpload(parts, await userOf(request, reply), fileOf(request.body)),
  );

  app.get<OfUpload>('/s3/multipart/:uploadId', async (request, reply) => {
    const userId = await userOf(request, reply);
    const sent = await listUploadParts(parts, userId, ofUpload.parse(targetOf(request)));
    return sent.map(({ partNumber, size, etag }) => ({
      PartNumber: partNumber,
      Size: size,
      ETag: etag,
    }));
  });

  app.get<OfUpload>('/s3/multipart/:uploadId/:partNumber', async (request, reply) => {
    const userId = await userOf(request, reply);
    const url = await signUploadPart(parts, userId, ofPart.parse(targetOf(request)));
    return { url: absoluteUrl(parts, request, url) };
  });

  app.post<OfUpload>('/s3/multipart/:uploadId/complete', async (request, reply) => {
    const userId = await userOf(request, reply);
    const upload = ofUpload.parse(targetOf(request));
    const { parts: chosen } = completeInput.parse(request.body);
    const { location, key: completed } = await completeUpload(parts, userId, { ...upload, chosen });
    return { location: absoluteUrl(parts, request, location), key: completed };
  });

  app.delete<OfUpload>('/s3/multipart/:uploadId', async (request, reply) => {
    await abortUpload(parts, await userOf(request, reply), ofUpload.parse(targetOf(request)));
    return reply.code(204).send();
  });
}

function fileOf(sent: unknown): { fileName: string; contentType: string } {
  const { filename, type } = fileInput.parse(sent);
  return { fileName: filename, contentType: type };
}
