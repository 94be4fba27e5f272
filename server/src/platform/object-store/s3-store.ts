import { createHash } from 'node:crypto';
import http from 'node:http';
import { type BucketItem, type Client, S3Error } from 'minio';
import {
  checkedStore,
  contentTypeOfKey,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { makeOnce } from '../coalesce.ts';
import { createS3Browser } from './s3-browser.ts';
import { connectS3, hasCode, type S3Config } from './s3-client.ts';

/** Stores objects in a bucket of MinIO or another S3 service. Connects at the first call. */
export function createS3Store(config: S3Config): ObjectStore {
  const client = connectS3(config, config.endpoint);
  const { bucket, region } = config;
  const publicBase = config.publicUrl?.replace(/\/+$/, '');
  const withBucket = makeOnce(async () => {
    await ensureBucket(client, bucket, region);
    await allowBrowsers(client, bucket);
  });

  return checkedStore({
    async put(key, body) {
      await withBucket();
      await client.putObject(bucket, key, body, body.length, {
        'Content-Type': contentTypeOfKey(key),
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
      // The library declares a stream of text, but it is a stream of objects.
      const objects: AsyncIterable<unknown> = client.listObjectsV2(bucket, prefix, true);
      for await (const object of objects) {
        const item = object as BucketItem;
        if (item.name) yield { key: item.name, size: item.size, modifiedAt: item.lastModified };
      }
    },
    browser: createS3Browser(config),
    publicUrl: (key) => (publicBase ? `${publicBase}/${key}` : null),
    // The provider is responsible for space.
    hasSpace: async () => true,
    async check() {
      await ensureBucket(client, bucket, region);
      await withBucket();
    },
  });
}

async function ensureBucket(client: Client, bucket: string, region: string): Promise<void> {
  if (await client.bucketExists(bucket)) return;
  try {
    await client.makeBucket(bucket, region);
  } catch (error) {
    // Another instance may have created the bucket at the same time.
    if (!hasCode(error, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists', 'OperationAborted'))
      throw error;
    if (!(await client.bucketExists(bucket))) throw error;
  }
}

async function openObject(
  client: Client,
  bucket: string,
  key: string,
): Promise<StoredObject | null> {
  try {
    const body = await client.getObject(bucket, key);
    // The library declares a stream, but it is the response, whose headers save a second request.
    if (!(body instanceof http.IncomingMessage)) throw new Error('the answer has no headers');
    const { 'content-type': contentType, 'content-length': size } = body.headers;
    return { body, contentType: contentType ?? contentTypeOfKey(key), size: Number(size) };
  } catch (error) {
    // A missing bucket counts as empty. A response without a body says NotFound in both cases.
    if (hasCode(error, 'NoSuchKey', 'NoSuchBucket', 'NotFound')) return null;
    throw error;
  }
}

/**
 * The CORS rules of the bucket. Any origin may send, because no cookie is involved and a signed
 * address is needed. Pages read stored pictures to rotate them, and ETags to see what arrived.
 */
const rules = `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>
<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>POST</AllowedMethod>
<AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds>
</CORSRule></CORSConfiguration>`;

/**
 * Sets the CORS rules unless the operator has set some. A store that does not support CORS rules,
 * or denies access to them, is used as it is.
 */
async function allowBrowsers(client: Client, bucket: string): Promise<void> {
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

async function hasRules(client: Client, bucket: string): Promise<boolean> {
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
