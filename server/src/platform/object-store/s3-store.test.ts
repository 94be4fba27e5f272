import { randomUUID } from 'node:crypto';
import { connect, createServer, type Server } from 'node:net';
import { pipeline } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { startS3Server, type S3Server } from '../../test/s3-server.ts';
import { describeObjectStore, listAll, readObject } from './object-store.contract.ts';
import { ObjectStoreError } from './object-store.ts';
import type { S3Config } from './s3-client.ts';
import { createS3Store } from './s3-store.ts';

const started = await startS3Server();

const bucketOf = (server: S3Server, bucket = `test-${randomUUID()}`): S3Config => ({
  endpoint: server.endpoint,
  region: server.region,
  accessKey: server.accessKey,
  secretKey: server.secretKey,
  bucket,
});

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe.runIf(started)('with a real S3 server', () => {
  // Safe, because the suite only runs if there is a server.
  const server = started as S3Server;
  afterAll(() => server.stop());

  describeObjectStore('The S3 store', async () => createS3Store(bucketOf(server)));

  it('finds nothing, without an error, before its bucket exists', async () => {
    const store = createS3Store(bucketOf(server));
    expect(await store.get('images/1/320.webp')).toBeNull();
  });

  it('creates its bucket once when several instances start together, in any region', async () => {
    for (const region of ['us-east-1', 'default']) {
      const config = { ...bucketOf(server), region };
      const stores = Array.from({ length: 4 }, () => createS3Store(config));
      await Promise.all(stores.map((store) => store.check()));
      await stores[0]!.put('a.webp', Buffer.from('x'));
      expect(await readObject(stores[3]!, 'a.webp')).toMatchObject({ size: 1 });
    }
  });

  it('lists more objects than one answer holds, and removes them in one call', async () => {
    const store = createS3Store(bucketOf(server));
    const keys = Array.from({ length: 1_010 }, (_, n) => `many/${n}.webp`);
    for (let at = 0; at < keys.length; at += 50) {
      const batch = keys.slice(at, at + 50);
      await Promise.all(batch.map((key) => store.put(key, Buffer.from('x'))));
    }
    const listed = await listAll(store, 'many/');
    expect(listed.map((object) => object.key).sort()).toEqual(keys.toSorted());
    await store.remove(keys);
    expect(await listAll(store, 'many/')).toEqual([]);
  });

  it('fails with wrong keys, and does not reveal them', async () => {
    const store = createS3Store({ ...bucketOf(server), secretKey: 'not-the-secret' });
    const failure: unknown = await store.check().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ObjectStoreError);
    expect(String(failure)).not.toContain('not-the-secret');
    await expect(store.put('a.webp', Buffer.from('x'))).rejects.toThrow(ObjectStoreError);
  });

  it('works again when a server that was down is back', async () => {
    const { hostname, port } = new URL(server.endpoint);
    const door = createServer((socket) => {
      pipeline(socket, connect(Number(port), hostname), socket, () => undefined);
    });
    const doorPort = await freePort();
    const store = createS3Store({ ...bucketOf(server), endpoint: `http://127.0.0.1:${doorPort}` });
    await expect(store.put('a.webp', Buffer.from('x'))).rejects.toThrow(ObjectStoreError);
    await listen(door, doorPort);
    await store.put('a.webp', Buffer.from('x'));
    expect(await readObject(store, 'a.webp')).toMatchObject({ contentType: 'image/webp' });
    door.close();
  });
});

describe('an S3 endpoint that is down', () => {
  const config: S3Config = {
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    bucket: 'pictures',
    accessKey: 'key',
    secretKey: 'secret',
  };
  const failsSoon = async (store: ReturnType<typeof createS3Store>) => {
    const start = Date.now();
    await expect(store.check()).rejects.toThrow(ObjectStoreError);
    await expect(store.get('a.webp')).rejects.toThrow(ObjectStoreError);
    expect(Date.now() - start).toBeLessThan(15_000);
  };

  it('fails at once when nothing listens', async () => {
    await failsSoon(createS3Store(config));
  });

  it(
    'fails within seconds when it accepts connections and stays silent',
    { timeout: 20_000 },
    async () => {
      await using silent = createServer((socket) => socket.resume());
      const port = await listen(silent);
      await failsSoon(createS3Store({ ...config, endpoint: `http://127.0.0.1:${port}` }));
    },
  );

  it('returns the public address of an object if the bucket is public', () => {
    const publicUrl = 'https://cdn.example.org/pictures/';
    const key = 'images/1/320.webp';
    expect(createS3Store({ ...config, publicUrl }).publicUrl(key)).toBe(
      'https://cdn.example.org/pictures/images/1/320.webp',
    );
    expect(createS3Store(config).publicUrl(key)).toBeNull();
  });
});
