import { assertObjectKey, assertObjectPrefix } from './object-key.ts';
import {
  inObjectStore,
  objectStoreError,
  type MultipartStore,
  type UploadPart,
} from './object-store.ts';
import { hasCode, type S3Client } from './s3-client.ts';

/** The store's own multipart uploads in one bucket. */
export function createS3Multipart(
  client: S3Client,
  bucket: string,
  withBucket: () => Promise<void>,
): MultipartStore {
  return {
    async create(key) {
      assertObjectKey(key);
      return inObjectStore(`beginning ${key}`, async () => {
        await withBucket();
        const headers = { 'Content-Type': 'application/octet-stream' };
        return client.initiateNewMultipartUpload(bucket, key, headers);
      });
    },
    async putPart({ key, uploadId }, partNumber, body) {
      assertObjectKey(key);
      return inObjectStore(`writing part ${partNumber} of ${key}`, () =>
        nullWhereNoUpload(async () => {
          const part = { bucketName: bucket, objectName: key, headers: {}, partNumber };
          const uploadID = encodeURIComponent(uploadId);
          return (await client.uploadPart({ ...part, uploadID }, body)).etag;
        }),
      );
    },
    async list({ key, uploadId }) {
      assertObjectKey(key);
      return inObjectStore(`listing the parts of ${key}`, () =>
        nullWhereNoUpload(async () => {
          const parts = await client.partsOf(bucket, key, uploadId);
          return parts.map(({ part, size, etag }): UploadPart => ({
            partNumber: part,
            size,
            etag,
          }));
        }),
      );
    },
    async complete({ key, uploadId }, parts) {
      assertObjectKey(key);
      await inObjectStore(`joining ${key}`, () =>
        client.completeMultipartUpload(
          bucket,
          key,
          uploadId,
          parts.map(({ partNumber, etag }) => ({ part: partNumber, etag })),
        ),
      );
    },
    async abort({ key, uploadId }) {
      assertObjectKey(key);
      await inObjectStore(`giving up ${key}`, () =>
        nullWhereNoUpload(() => client.abortMultipartUpload(bucket, key, uploadId)),
      );
    },
    async *listOpen(prefix) {
      assertObjectPrefix(prefix);
      try {
        await withBucket();
        yield* listPages(client, bucket, prefix);
      } catch (error) {
        throw objectStoreError(`listing the uploads of ${prefix}`, error);
      }
    },
  };
}

async function nullWhereNoUpload<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, 'NoSuchUpload', 'NoSuchKey', 'NoSuchBucket', 'NotFound')) return null;
    throw error;
  }
}

async function* listPages(client: S3Client, bucket: string, prefix: string) {
  let after = { key: '', uploadId: '' };
  for (;;) {
    const { key, uploadId } = after;
    const page = await client.listIncompleteUploadsQuery(bucket, prefix, key, uploadId, '');
    for (const open of page.uploads) {
      const startedAt = new Date(String(open.initiated));
      yield { key: open.key, uploadId: open.uploadId, startedAt };
    }
    if (!page.isTruncated) return;
    after = { key: page.nextKeyMarker, uploadId: page.nextUploadIdMarker };
  }
}
