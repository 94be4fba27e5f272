import { createHash } from 'node:crypto';
import http from 'node:http';
import { S3Error } from 'minio';
import {
  assertContentType,
  assertObjectKey,
  assertObjectPrefix,
  contentTypeOfKey,
} from './object-key.ts';
import {
  inObjectStore,
  objectStoreError,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
} from './object-store.ts';
import { createS3Browser } from './s3-browser.ts';
import { connectS3, hasCode, type S3Client, type S3Config } from './s3-client.ts';
import { createS3Multipart } from './s3-multipart.ts';

/** An object store in a bucket of MinIO or any other S3. Connects at the first call, not before. */
export function createS3Store(config: S3Config): ObjectStore {
  const client = connectS3(config, config.endpoint);
  const { bucket, region } = config;
  const publicBase = config.publicUrl?.replace(/\/+$/, '');
  let bucketReady: Promise<void> | undefined;

  /** Looks for the bucket once, again after a failure. */
  const withBucket = () =>
    (bucketReady ??= prepareBucket(client, bucket, region).catch((error: unknown) => {
      bucketReady = undefined;
      throw error;
    }));

  return {
    async put(key, body, { contentType }) {
      assertObjectKey(key);
      assertContentType(key, contentType);
      await inObjectStore(`writing ${key}`, async () => {
        await withBucket();
        await client.putObject(bucket, key, body, body.length, {
          'Content-Type': contentType,
          'Cache-Control': 'max-age=31536000, immutable',
        });
      });
    },
    async get(key) {
      assertObjectKey(key);
      return inObjectStore(`reading ${key}`, () => openObject(client, bucket, key));
    },
    async remove(keys) {
      keys.forEach(assertObjectKey);
      if (keys.length === 0) return;
      await inObjectStore(`removing ${keys.length} objects`, async () => {
        await withBucket();
        const failures = await client.removeObjects(bucket, keys);
        if (failures.length > 0) throw new Error(JSON.stringify(failures.slice(0, 3)));
      });
    },
    async *list(prefix) {
      assertObjectPrefix(prefix);
      try {
        await withBucket();
        yield* listPages(client, bucket, prefix);
      } catch (error) {
        throw objectStoreError(`listing ${prefix}`, error);
      }
    },
    multipart: createS3Multipart(client, bucket, withBucket),
    browser: createS3Browser(config),
    publicUrl(key) {
      assertObjectKey(key);
      return publicBase ? `${publicBase}/${key}` : null;
    },
    // The provider sees to it.
    hasSpace: async () => true,
    async check() {
      await inObjectStore('the check', async () => {
        await ensureBucket(client, bucket, region);
        await withBucket();
      });
    },
  };
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
    // The library types it as a stream only; it is the answer itself, whose headers save a second request.
    if (!(body instanceof http.IncomingMessage)) throw new Error('the answer has no headers');
    const { 'content-type': contentType, 'content-length': size } = body.headers;
    return { body, contentType: contentType ?? contentTypeOfKey(key), size: Number(size) };
  } catch (error) {
    // A bucket not made yet holds nothing; NotFound stands for either where the answer has no body.
    if (hasCode(error, 'NoSuchKey', 'NoSuchBucket', 'NotFound')) return null;
    throw error;
  }
}

async function* listPages(
  client: S3Client,
  bucket: string,
  prefix: string,
): AsyncGenerator<ListedObject> {
  let token = '';
  do {
    const page = await client.listObjectsV2Query(bucket, prefix, token, '', 1000, '');
    for (const item of page.objects) {
      if (item.name) yield { key: item.name, size: item.size, modifiedAt: item.lastModified };
    }
    token = page.isTruncated ? page.nextContinuationToken : '';
  } while (token);
}

/**
 * Any origin: no cookie goes there, and only who was given a signed address can send at all. Pages
 * read a stored picture to turn it.
 * Uploads in parts need the ETag of each answer.
 */
const rules = `<CORSConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><CORSRule>
<AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod><AllowedMethod>PUT</AllowedMethod><AllowedMethod>POST</AllowedMethod>
<AllowedHeader>*</AllowedHeader><ExposeHeader>ETag</ExposeHeader><MaxAgeSeconds>3600</MaxAgeSeconds>
</CORSRule></CORSConfiguration>`;

/**
 * Lets pages of other origins send to the bucket. Rules that an operator has set are left as they
 * are; a store that has no such rules of its own, or keeps them from us, answers as it is set up.
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
