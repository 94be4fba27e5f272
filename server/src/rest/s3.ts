import * as z from 'zod';
import { maxUploadParts } from '@marketplace/shared/media/constants';
import * as multipart from '../features/media/multipart-uploads.ts';
import * as uploads from '../features/media/uploads.ts';
import { absoluteUrl, apiRoute, type ApiRoutes, userOf } from './api.ts';

const fileInput = z.object({ filename: z.string().max(1000), type: z.string().max(200) });
const query = z.object({ key: z.string().min(1).max(300) });
const ofUpload = query.extend({ uploadId: z.string().min(1).max(300) });
const ofPart = ofUpload.extend({
  partNumber: z.coerce.number().int().min(1).max(maxUploadParts),
});
const completeInput = z.object({
  parts: z
    .array(z.object({ PartNumber: z.number().int().min(1), ETag: z.string().max(200) }))
    .max(maxUploadParts),
});

const common = { tag: 'Pictures', access: 'user' } as const;
const address = z.object({ url: z.string() });

/**
 * Routes for the uploader, in the form of an object store's calls. All need the right to write,
 * because the reading calls are steps of an upload.
 */
export const s3Routes: ApiRoutes[] = [
  apiRoute('GET /s3/params', 'uploadForm', {
    ...common,
    summary: 'A URL for uploading one image as a form, and the fields to send before the file',
    query: fileInput,
    answer: address.extend({
      method: z.literal('POST').describe('The HTTP method.'),
      fields: z.record(z.string(), z.string()),
    }),
    async call({ context, request, query }) {
      const { id: userId } = userOf(context, 'write');
      const form = await uploads.createFormUpload(context, userId, fileOf(query));
      return { ...form, url: absoluteUrl(context, request, form.url) };
    },
  }),
  apiRoute('GET /s3/sts', 'uploadCredentials', {
    ...common,
    summary: 'Temporary credentials for your uploads, if the object store supports them',
    answer: z.object({
      credentials: z.object({
        accessKeyId: z.string(),
        secretAccessKey: z.string(),
        sessionToken: z.string(),
        expiration: z.string(),
      }),
      bucket: z.string(),
      region: z.string(),
    }),
    call: async ({ context }) => uploads.temporaryCredentials(context, userOf(context, 'write').id),
  }),
  apiRoute('POST /s3/multipart', 'beginUpload', {
    ...common,
    summary: 'Starts a multipart upload',
    body: fileInput,
    answer: z.object({ key: z.string(), uploadId: z.string() }),
    call: async ({ context, body }) =>
      uploads.createMultipartUpload(context, userOf(context, 'write').id, fileOf(body)),
  }),
  apiRoute('GET /s3/multipart/:uploadId', 'listUploadParts', {
    ...common,
    summary: 'Lists the uploaded parts',
    query,
    answer: z.array(z.object({ PartNumber: z.number(), Size: z.number(), ETag: z.string() })),
    refusals: [404],
    call: async ({ context, params, query }) =>
      multipart.listUploadParts(context, userOf(context, 'write').id, uploadOf(query, params)),
  }),
  apiRoute('GET /s3/multipart/:uploadId/:partNumber', 'signUploadPart', {
    ...common,
    summary: 'A URL for uploading one part with PUT',
    query,
    answer: address,
    refusals: [404, 413],
    async call({ context, request, params, query }) {
      const userId = userOf(context, 'write').id;
      const part = ofPart.parse({ ...query, ...params });
      const url = await multipart.signUploadPart(context, userId, part);
      return { url: absoluteUrl(context, request, url) };
    },
  }),
  apiRoute('POST /s3/multipart/:uploadId/complete', 'completeUpload', {
    ...common,
    summary: 'Completes a multipart upload',
    query,
    body: completeInput,
    answer: z.object({ location: z.string(), key: z.string() }),
    refusals: [404],
    async call({ context, request, params, query, body }) {
      const userId = userOf(context, 'write').id;
      const upload = { ...uploadOf(query, params), chosen: completeInput.parse(body).parts };
      const { location, key } = await multipart.completeUpload(context, userId, upload);
      return { location: absoluteUrl(context, request, location), key };
    },
  }),
  apiRoute('DELETE /s3/multipart/:uploadId', 'abortUpload', {
    ...common,
    summary: 'Cancels a multipart upload',
    query,
    answer: null,
    status: 204,
    refusals: [404],
    call: async ({ context, params, query }) =>
      multipart.abortUpload(context, userOf(context, 'write').id, uploadOf(query, params)),
  }),
];

const uploadOf = (query: object, params: object) => ofUpload.parse({ ...query, ...params });

function fileOf(sent: unknown): { fileName: string; contentType: string } {
  const { filename, type } = fileInput.parse(sent);
  return { fileName: filename, contentType: type };
}
