import { createHash } from 'node:crypto';
import http from 'node:http';
import { type BucketItem, S3Error } from 'minio';
import {
  checkedStore,
  contentTypeOfKey,
  type MultipartStore,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { makeOnce } from '../coalesce.ts';
import { createS3Browser } from './s3-browser.ts';
import { connectS3, hasCode, type S3Client, type S3Config } from './s3-client.ts';

/** An object store in a bucket of MinIO or any other S3. Connects at the first call, not before. */
export function createS3Store(config: S3Config): ObjectStore {
  const client = connectS3(config, config.endpoint);
  const { bucket, region } = config;
  const publicBase = config.publicUrl?.replace(/\/+$/, '');
  const withBucket = makeOnce(() => prepareBucket(client, bucket, region));

  return checkedStore({
    async put(key, body, { contentType }) {
      await withBucket();
      await client.putObject(bucket, key, body, body.length, {
        'Content-Type': contentType,
        'Cache-Control': 'max-age=31536000, immutable',
      });
    },
    get: (key) => openObject(client, bucket, key),
    async remove(keys) {
      if (keys.length === 0) return;
      await withBucket();
      const failures = await client.removeObjects(bucket, keys);
      if (failures.length > 0) throw new Error(JSON.stringify(failures.slice(0, 3)));
    },
    async *list(prefix) {
      await withBucket();
      // Typed as a stream of text, but it is one of objects.
      const objects: AsyncIterable<unknown> = client.listObjectsV2(bucket, prefix, true);
      for await (const object of objects) {
        const item = object as BucketItem;
        if (item.name) yield { key: item.name, size: item.size, modifiedAt: item.lastModified };
      }
    },
    multipart: createS3Multipart(client, bucket, withBucket),
    browser: createS3Browser(config),
    publicUrl: (key) => (publicBase ? `${publicBase}/${key}` : null),
    // Left to the provider.
    hasSpace: async () => true,
    async check() {
      await ensureBucket(client, bucket, region);
      await withBucket();
    },
  });
}

/** Makes the bucket where it is missing, and lets browsers send to it. */
async function prepareBucket(client: S3Client, bucket: string, region: string): Promise<void> {
  await ensureBucket(client, bucket, region);
  await allowBrowsers(client, bucket);
}

async function ensureBucket(client: S3Client, bucket: string, region: string): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    // Another instance that starts at the same time may have made it.
    if (!hasCode(error, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists', 'OperationAborted'))
      throw error;
    if (!(await client.bucketExists(bucket))) throw error;
  }
}

async function openObject(
  client: S3Client,
  bucket: string,
  key: string,
): Promise<StoredObject | null> {
  try {
    const body = await client.getObject(bucket, key);
    // Typed as a stream only, but it is the response, whose headers save a second request.
    if (!(body instanceof http.IncomingMessage)) throw new Error('the answer has no headers');
    const { 'content-type': contentType, 'content-length': size } = body.headers;
    return { body, contentType: contentType ?? contentTypeOfKey(key), size: Number(size) };
  } catch (error) {
    // A missing bucket is empty. NotFound means either if the answer has no body.
    if (hasCode(error, 'NoSuchKey', 'NoSuchBucket', 'NotFound')) return null;
    throw error;
  }
}

/**
 * Any origin may send, since no cookie is involved and a signed address is needed. Pages read stored
 * pictures to rotate them. Uploads in parts need the ETag of each answer.
 */
const rules = `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>
<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>POST</AllowedMethod>
<AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds>
</CORSRule></CORSConfiguration>`;

/**
 * Lets pages of other origins send to the bucket. Rules set by the operator are left unchanged. A store
 * without such rules, or that denies access to them, is used as it is set up.
 */
async function allowBrowsers(client: S3Client, bucket: string): Promise<void> {
  try {
    if (await hasRules(client, bucket)) return;
    await client.makeRequestAsyncOmit(
      {
        method: 'PUT',
        bucketName: bucket,
        query: 'cors',
        headers: { 'Content-MD5': createHash('md5').update(rules).digest('base64') },
      },
      rules,
      [200, 204],
    );
  } catch (error) {
    if (!(error instanceof S3Error)) throw error;
  }
}

async function hasRules(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.makeRequestAsyncOmit({ method: 'GET', bucketName: bucket, query: 'cors' });
    return true;
  } catch (error) {
    if (hasCode(error, 'NoSuchCORSConfiguration', 'NoSuchCORSConfigurationError', 'NotFound')) {
      return false;
    }
    throw error;
  }
}

/** The store's own multipart uploads in one bucket. */
function createS3Multipart(
  client: S3Client,
  bucket: string,
  withBucket: () => Promise<void>,
): MultipartStore {
  return {
    async create(key) {
      await withBucket();
      const headers = { 'Content-Type': 'application/octet-stream' };
      return client.initiateNewMultipartUpload(bucket, key, headers);
    },
    putPart: ({ key, uploadId }, partNumber, body) =>
      nullWhereNoUpload(async () => {
        const part = { bucketName: bucket, objectName: key, headers: {}, partNumber };
        const uploadID = encodeURIComponent(uploadId);
        return (await client.uploadPart({ ...part, uploadID }, body)).etag;
      }),
    list: ({ key, uploadId }) =>
      nullWhereNoUpload(async () => {
        const sent = await client.partsOf(bucket, key, uploadId);
        return sent.map(({ part, size, etag }) => ({ partNumber: part, size, etag }));
      }),
    async complete({ key, uploadId }, chosen) {
      const etags = chosen.map(({ partNumber, etag }) => ({ part: partNumber, etag }));
      await client.completeMultipartUpload(bucket, key, uploadId, etags);
    },
    async abort({ key, uploadId }) {
      await nullWhereNoUpload(() => client.abortMultipartUpload(bucket, key, uploadId));
    },
    async *listOpen(prefix) {
      await withBucket();
      yield* listUploads(client, bucket, prefix);
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

async function* listUploads(client: S3Client, bucket: string, prefix: string) {
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
