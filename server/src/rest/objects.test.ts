import { afterAll, describe, expect, it, vi } from 'vitest';
import { maxImageBytes } from '@marketplace/shared/media/constants';
import { newStagedKey, sweepUploads } from '../features/media/staged-uploads.ts';
import { createFormUpload, createUpload, signedAddress } from '../features/media/uploads.ts';
import { createLimiter } from '../platform/limiter.ts';
import { startS3Server } from '../test/s3-server.ts';
import { startTestServer, type SignedIn } from '../test/server.ts';
import { callsOf, describeUploads, put, stagedKeys } from './uploads.fixtures.ts';

const s3 = await startS3Server();
afterAll(() => s3?.stop());

describeUploads('uploads', s3, (test) => {
  const { call, create, register } = callsOf(test);
  const byOther = callsOf(test, () => test.other);
  const byNobody = callsOf(test, () => null);
  const imagesOf = async ({ id }: SignedIn) => {
    const images = test.database.db.selectFrom('images').select('id').where('ownerId', '=', id);
    return (await images.execute()).length;
  };

  describe('with PUT', () => {
    const file = () => ({
      fileName: 'Käfer.JPG',
      contentType: 'image/jpeg',
      size: test.picture.length,
    });

    it('become pictures once they are registered by address or key, and only once', async () => {
      const { uploadURL, key } = await create();
      const bare = new URL(uploadURL);
      bare.search = '';
      expect((await put(uploadURL, test.picture)).status).toBe(200);
      const { status, json } = await register(bare.href);
      expect(status).toBe(200);
      expect(json).toEqual({ objectPath: expect.stringMatching(/^\/media\/.+\/1280\.webp$/) });
      expect((await fetch(test.server.url + json.objectPath)).status).toBe(200);
      expect(await stagedKeys(test)).toEqual([]);
      expect((await register(key)).status).toBe(404);
      const second = await create(file());
      const sent = await put(second.uploadURL, test.picture);
      expect(sent.etag).toMatch(/^[0-9a-f]{32}$/);
      expect((await register(second.key)).status).toBe(200);
    });

    it('are accepted by their content if no type was announced', async () => {
      const { uploadURL, key } = await create({ fileName: 'desk', size: test.picture.length });
      expect((await put(uploadURL, test.picture, 'image/pjpeg')).status).toBe(200);
      expect((await register(key)).status).toBe(200);
    });

    it('are refused when the address is changed, expired or for another file', async () => {
      const { uploadURL } = await create(file());
      // The last letter is left unchanged, because not all its bits count.
      const changed = uploadURL.replace(/.(?=.{10}$)/, (letter: string) =>
        letter === '0' ? '1' : '0',
      );
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 16 * 60 * 1000 });
      const key = newStagedKey(test.user.id, file().fileName);
      const expired = await signedAddress(test.server.ctx, key, file());
      vi.useRealTimers();
      const attempts = [
        put(changed, test.picture),
        put(new URL(expired, test.server.url).href, test.picture),
        put(uploadURL, test.picture, 'text/html'),
        put(uploadURL, test.picture.subarray(1)),
      ];
      for (const attempt of attempts) expect((await attempt).status).toBe(403);
      expect(await stagedKeys(test)).toEqual([]);
    });

    it('are refused by name before the upload if they are no picture or too large', async () => {
      const tooLarge = await call('POST', '/api/objects/upload', {
        ...file(),
        size: maxImageBytes + 1,
      });
      expect(tooLarge).toMatchObject({
        status: 413,
        json: { message: expect.stringMatching(/^Käfer\.JPG is .* The limit is 10 MB/) },
      });
      const page = { fileName: 'page.svg', contentType: 'image/svg+xml' };
      expect(await call('POST', '/api/objects/upload', page)).toMatchObject({
        status: 400,
        json: { message: expect.stringContaining('page.svg') },
      });
      const heic = { fileName: 'IMG_1.HEIC', contentType: '' };
      expect((await call('POST', '/api/objects/upload', heic)).status).toBe(200);
    });

    it('are refused by name at registration, and leave nothing behind', async () => {
      const before = await imagesOf(test.user);
      const page = Buffer.from('<html></html>');
      const { uploadURL, key } = await create({ fileName: 'not a Bild ü.jpg' });
      const message = expect.stringContaining('not a Bild ü.jpg');
      const refused = { message, issues: [{ path: 'file', message }] };
      const { status, text } = await put(uploadURL, page);
      // An object store accepts the file; this server judges it as it arrives.
      const answer = test.server.ctx.objects.browser
        ? await register(key)
        : { status, json: JSON.parse(text) };
      expect(answer).toMatchObject({ status: 400, json: refused });
      expect(await stagedKeys(test)).toEqual([]);
      expect(await imagesOf(test.user)).toBe(before);
      expect((await register(key)).status).toBe(404);
    });

    it('that are too large never become pictures', async () => {
      const { uploadURL, key } = await create({ fileName: 'vast.jpg' });
      // A store without size limits accepts the file, and registration refuses it.
      const { status } = await put(uploadURL, Buffer.alloc(maxImageBytes + 1));
      const registered = await register(key);
      expect([status, registered.status]).toEqual(
        test.server.ctx.objects.browser ? [200, 413] : [413, 404],
      );
      expect(await stagedKeys(test)).toEqual([]);
    });

    it('stay available for another try after the limit of registrations', async () => {
      const limiter = createLimiter(test.server.ctx.pool, 1 / 200);
      const busy = await startTestServer(test.database, {
        objects: test.server.ctx.objects,
        limiter,
      });
      const asUser = (method: string, path: string, json: unknown) =>
        fetch(busy.url + path, {
          method,
          headers: { cookie: test.user.cookie, 'content-type': 'application/json' },
          body: JSON.stringify(json),
        });
      const { uploadURL, key } = await create();
      await put(uploadURL, test.picture);
      const refused = await asUser('PUT', '/api/listing-images', { imageURL: key });
      expect(refused.status).toBe(429);
      await busy.close();
      expect((await register(key)).status).toBe(200);
    });

    it('of other users cannot be registered', async () => {
      const { uploadURL, key } = await create();
      await put(uploadURL, test.picture);
      for (const imageURL of [uploadURL, key, `https://evil.example/${key}`]) {
        expect(await byOther.register(imageURL)).toMatchObject({
          status: 404,
          json: { message: 'Upload not found. Please upload the file again.' },
        });
      }
      const elsewhere = ['images/1/320.webp', '../uploads', 'x', `uploads/${test.other.id}/1`];
      for (const address of elsewhere) expect((await register(address)).status).toBe(404);
      expect(await imagesOf(test.other)).toBe(0);
      expect((await register(uploadURL)).status).toBe(200);
    });
  });

  it('require a signed-in user at every call', async () => {
    const calls: [string, string, unknown?][] = [
      ['POST', '/api/objects/upload'],
      ['PUT', '/api/listing-images', { imageURL: 'x' }],
      ['GET', '/s3/params?filename=a.jpg&type=image/jpeg'],
      ['GET', '/s3/sts'],
      ['POST', '/s3/multipart', { filename: 'a.jpg', type: 'image/jpeg' }],
      ['GET', '/s3/multipart/1?key=x'],
      ['GET', '/s3/multipart/1/1?key=x'],
      ['POST', '/s3/multipart/1/complete?key=x', { ctx: [] }],
      ['DELETE', '/s3/multipart/1?key=x'],
    ];
    for (const [method, path, json] of calls) {
      expect([path, (await byNobody.call(method, path, json)).status]).toEqual([path, 401]);
    }
  });

  it('reveal no credentials of the server', async () => {
    expect(await call('GET', '/s3/sts')).toEqual({
      status: 503,
      json: { message: "Temporary credentials aren't available on this server." },
    });
  });

  it('are limited by day and user', async () => {
    const strict = {
      ...test.server.ctx,
      limiter: createLimiter(test.server.ctx.pool, 2 / 400),
    };
    const [one, two] = [await test.server.signedIn(), await test.server.signedIn()];
    await createUpload(strict, one.id, {});
    await createFormUpload(strict, one.id, { fileName: 'a.jpg', contentType: 'image/jpeg' });
    await expect(createUpload(strict, one.id, {})).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await createUpload(strict, two.id, {});
  });

  it('that are not registered or completed are removed after an hour', async () => {
    const { uploadURL } = await create();
    await put(uploadURL, test.picture);
    await call('POST', '/s3/multipart', { filename: 'a.jpg', type: 'image/jpeg' });
    const minute = 60 * 1000;
    await sweepUploads(test.server.ctx, Date.now() + 59 * minute);
    expect(await stagedKeys(test)).toHaveLength(2);
    await sweepUploads(test.server.ctx, Date.now() + 61 * minute);
    expect(await stagedKeys(test)).toEqual([]);
  });

  it('are refused while a user has 20 unused ones', async () => {
    const addresses: { uploadURL: string; key: string }[] = [];
    for (let i = 0; i < 21; i++) addresses.push(await create());
    for (const { uploadURL } of addresses.slice(0, 19)) {
      expect((await put(uploadURL, test.picture)).status).toBe(200);
    }
    const multipart = { filename: 'a.jpg', type: 'image/jpeg' };
    expect((await call('POST', '/s3/multipart', multipart)).status).toBe(200);
    const refused = {
      status: 429,
      json: { message: expect.stringMatching(/^You have 20 unused uploads/) },
    };
    expect(await call('POST', '/api/objects/upload', {})).toMatchObject(refused);
    expect(await call('GET', '/s3/params?filename=a.jpg&type=image/jpeg')).toMatchObject(refused);
    expect(await call('POST', '/s3/multipart', multipart)).toMatchObject(refused);
    expect((await byOther.call('POST', '/api/objects/upload', {})).status).toBe(200);
    // An address that a store signed earlier is valid.
    const last = await put(addresses[20]!.uploadURL, test.picture);
    expect(last.status).toBe(test.server.ctx.objects.browser ? 200 : 429);
    expect((await put(addresses[0]!.uploadURL, test.picture)).status).toBe(200);
    for (const { key } of addresses.slice(0, 2)) expect((await register(key)).status).toBe(200);
    expect((await call('POST', '/api/objects/upload', {})).status).toBe(200);
  });
});
