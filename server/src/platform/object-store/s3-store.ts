import http from 'node:http';
import https from 'node:https';
import { Client, S3Error } from 'minio';
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

export interface S3Config {
  /** `http://host:port` or `https://host`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  /** The address below which the public can read the bucket's objects; unset: our server shows them. */
  publicUrl?: string | undefined;
}

/** How long the other side may stay silent before it answers, in ms: a dead endpoint fails in seconds. */
const answerTimeout = 4_000;
/** How long a body under way may stand still, in ms: a slow reader makes it pause. */
const bodyTimeout = 60_000;

/** An object store in a bucket of MinIO or any other S3. Connects at the first call, not before. */
export function createS3Store(config: S3Config): ObjectStore {
  const client = connect(config);
  const { bucket, region } = config;
  const publicBase = config.publicUrl?.replace(/\/+$/, '');
  let bucketReady: Promise<void> | undefined;

  /** Looks for the bucket once, again after a failure. */
  const withBucket = () =>
    (bucketReady ??= ensureBucket(client, bucket, region).catch((error: unknown) => {
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
    publicUrl(key) {
      assertObjectKey(key);
      return publicBase ? `${publicBase}/${key}` : null;
    },
    async check() {
      await inObjectStore('the check', () => ensureBucket(client, bucket, region));
    },
  };
}

function connect(config: S3Config): Client {
  const url = new URL(config.endpoint);
  const secure = url.protocol === 'https:';
  return new Client({
    endPoint: url.hostname,
    port: url.port ? Number(url.port) : secure ? 443 : 80,
    useSSL: secure,
    region: config.region,
    accessKey: config.accessKey,
    secretKey: config.secretKey,
    transport: withTimeouts(secure ? https : http),
    // The library's retry writes to the console and doubles every wait; callers decide instead.
    retryOptions: { disableRetry: true },
  });
}

/** Node's own request, given up when the other side stays silent. */
function withTimeouts(transport: Pick<typeof http, 'request'>): Pick<typeof http, 'request'> {
  const request = (
    options: http.RequestOptions,
    onResponse: (res: http.IncomingMessage) => void,
  ) => {
    const outgoing = transport.request({ ...options, timeout: answerTimeout }, onResponse);
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
    outgoing.on('response', () => outgoing.setTimeout(bodyTimeout));
    return outgoing;
  };
  return { request: request as typeof http.request };
}

async function ensureBucket(client: Client, bucket: string, region: string): Promise<void> {
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
  client: Client,
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
  client: Client,
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

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof S3Error && codes.includes(error.code ?? '');
}
