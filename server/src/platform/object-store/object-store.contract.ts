import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { ObjectStoreError, type ListedObject, type ObjectStore } from './object-store.ts';

/** Reads an object with its whole body. Returns null if there is none. */
export async function readObject(store: ObjectStore, key: string) {
  const object = await store.get(key);
  return object && { ...object, body: await buffer(object.body) };
}

/** Returns everything that the store lists, as an array. */
export async function listAll(store: ObjectStore, prefix: string): Promise<ListedObject[]> {
  const objects: ListedObject[] = [];
  for await (const object of store.list(prefix)) objects.push(object);
  return objects;
}

/** Tests what every object store must do. */
export function describeObjectStore(name: string, makeStore: () => Promise<ObjectStore>): void {
  describe(`${name} as an object store`, () => {
    let store: ObjectStore;
    const prefix = () => `images/${randomUUID()}/`;
    const read = (key: string) => readObject(store, key);
    const keysBelow = async (start: string) => {
      const found = await listAll(store, start);
      return found.map((object) => object.key).sort();
    };

    beforeAll(async () => {
      store = await makeStore();
    });

    it('is usable from the first call on, and passes its check', async () => {
      await store.put(`${prefix()}1.webp`, Buffer.from('x'));
      await store.check();
    });

    it('returns a stored object with its type and size', async () => {
      const key = `${prefix()}320.webp`;
      const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
      await store.put(key, body);
      expect(await read(key)).toEqual({ body, contentType: 'image/webp', size: body.length });
    });

    it('stores an empty object', async () => {
      const key = `${prefix()}empty.json`;
      await store.put(key, Buffer.alloc(0));
      expect(await read(key)).toMatchObject({ contentType: 'application/json', size: 0 });
    });

    it('replaces an object put again, never mixing the two', async () => {
      const key = `${prefix()}640.webp`;
      await store.put(key, Buffer.from('the first and longer one'));
      await store.put(key, Buffer.from('second'));
      expect(String((await read(key))?.body)).toBe('second');
    });

    it('gives a whole object to every reader while it is replaced', async () => {
      const key = `${prefix()}race.webp`;
      const bodies = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(100_000));
      await store.put(key, Buffer.from(bodies[0]!));
      const puts = Promise.all(bodies.map((body) => store.put(key, Buffer.from(body))));
      const seen = await Promise.all(bodies.map(() => read(key)));
      await puts;
      for (const body of seen) expect(bodies).toContain(String(body?.body));
    });

    it('returns null for a missing key, for a key below an object, and for a folder', async () => {
      const start = prefix();
      await store.put(`${start}a.webp`, Buffer.from('x'));
      expect(await store.get(`${start}missing.webp`)).toBeNull();
      expect(await store.get(`${start}a.webp/b.webp`)).toBeNull();
      expect(await store.get(start.slice(0, -1))).toBeNull();
    });

    it('removes several objects at once and ignores missing ones', async () => {
      const start = prefix();
      const keys = ['1.webp', '2.webp', '3.webp'].map((file) => start + file);
      for (const key of keys) await store.put(key, Buffer.from('x'));
      await store.remove([keys[0]!, keys[1]!, `${start}missing.webp`]);
      expect(await keysBelow(start)).toEqual([keys[2]]);
      await store.remove(keys);
      await store.remove([]);
      expect(await keysBelow(start)).toEqual([]);
    });

    it('stores objects in a folder while its last object is removed', async () => {
      const start = prefix();
      await store.put(`${start}1.webp`, Buffer.from('x'));
      await Promise.all([
        store.remove([`${start}1.webp`]),
        ...[2, 3, 4, 5].map((n) => store.put(`${start}${n}.webp`, Buffer.from('x'))),
      ]);
      expect(await keysBelow(start)).toEqual([2, 3, 4, 5].map((n) => `${start}${n}.webp`));
    });

    it('lists by the start of the key, with size and time', async () => {
      const start = prefix();
      const before = Date.now();
      for (const file of ['10.webp', '11.webp', '20.webp']) {
        await store.put(start + file, Buffer.from(file));
      }
      expect(await keysBelow(`${start}1`)).toEqual([`${start}10.webp`, `${start}11.webp`]);
      expect(await keysBelow(`${start}none`)).toEqual([]);
      const [object] = await listAll(store, `${start}20`);
      expect(object?.size).toBe(7);
      // Some stores round times to whole seconds.
      expect(object?.modifiedAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
    });

    it.each([
      '',
      '/etc/passwd',
      '../outside.webp',
      'images/../../outside.webp',
      'images/..',
      'images//1.webp',
      'images/',
      './1.webp',
      'images/.hidden',
      'images/a\0.webp',
      'images/a\n.webp',
      'images\\1.webp',
      'images/%2e%2e/1.webp',
      'Images/A.webp',
      'images/ä.webp',
      `${'a'.repeat(201)}`,
    ])('refuses the key %j everywhere', async (key) => {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(ObjectStoreError);
      await expect(store.get(key)).rejects.toThrow(ObjectStoreError);
      await expect(store.remove([key])).rejects.toThrow(ObjectStoreError);
    });

    it('refuses to list outside itself', async () => {
      await expect(listAll(store, '../')).rejects.toThrow(ObjectStoreError);
      await expect(listAll(store, '/')).rejects.toThrow(ObjectStoreError);
    });
  });
}
