import * as z from 'zod';
import { maxUploadParts } from '@marketplace/shared/media/constants';
import { describeRoute } from './api-schema.ts';

export const fileInput = z.object({ filename: z.string().max(1000), type: z.string().max(200) });
const uploadId = z.string().min(1).max(300);
const key = z.string().min(1).max(300);
export const ofUpload = z.object({ uploadId, key });
export const ofPart = ofUpload.extend({
  partNumber: z.coerce.number().int().min(1).max(maxUploadParts),
});
export const completeInput = z.object({
  parts: z
    .array(z.object({ PartNumber: z.number().int().min(1), ETag: z.string().max(200) }))
    .max(maxUploadParts),
});

const common = { tag: 'Pictures', access: 'user' } as const;
const query = z.object({ key });
const address = z.object({ url: z.string() });

/** The calls of the uploader, in the form that they have at an object store. */
export const s3Docs = {
  form: describeRoute('uploadForm', {
    ...common,
    summary: 'An address that takes one picture as a form, and the fields that go before the file',
    query: fileInput,
    answer: address.extend({
      method: z.literal('POST').describe('How to send the form.'),
      fields: z.record(z.string(), z.string()),
    }),
  }),
  credentials: describeRoute('uploadCredentials', {
    ...common,
    summary: 'Keys for one’s own uploads, where the object store can make them',
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
  }),
  begin: describeRoute('beginUpload', {
    ...common,
    summary: 'Begins an upload in parts',
    body: fileInput,
    answer: z.object({ key: z.string(), uploadId: z.string() }),
  }),
  sentParts: describeRoute('listUploadParts', {
    ...common,
    summary: 'The parts that were sent',
    query,
    answer: z.array(z.object({ PartNumber: z.number(), Size: z.number(), ETag: z.string() })),
    refusals: [404],
  }),
  part: describeRoute('signUploadPart', {
    ...common,
    summary: 'An address that takes one part with PUT',
    query,
    answer: address,
    refusals: [404, 413],
  }),
  complete: describeRoute('completeUpload', {
    ...common,
    summary: 'Joins the parts',
    query,
    body: completeInput,
    answer: z.object({ location: z.string(), key: z.string() }),
    refusals: [404],
  }),
  abort: describeRoute('abortUpload', {
    ...common,
    summary: 'Gives an upload in parts up',
    query,
    answer: null,
    status: 204,
    refusals: [404],
  }),
};
