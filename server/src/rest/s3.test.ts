import { afterAll, describe, expect, it, vi } from 'vitest';
import { maxImageBytes, minUploadPartBytes } from '@marketplace/shared/media/constants';
import { newStagedKey } from '../features/media/staged-uploads.ts';
import { signedForm } from '../features/media/uploads.ts';
import { readObject } from '../platform/object-store/object-store.contract.ts';
import { createS3Store } from '../platform/object-store/s3-store.ts';
import { startS3Server } from '../test/s3-server.ts';
import { callsOf, describeUploads, put, stagedKeys } from './uploads.fixtures.ts';

const s3 = await startS3Server();
afterAll(() => s3?.stop());

describeUploads('uploads', s3, (test) => {
  const { call, register } = callsOf(test);
  const byOther = callsOf(test, () => test.other);

  describe('with a form', () => {
    const query = '/s3/params?filename=a.jpg&type=image%2Fjpeg&metadata%5Bname%5D=a.jpg';
    const formOf = (fields: Record<string, string>, body: Buffer<ArrayBuffer>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([body]));
      return form;
    };
    const post = (url: string, body: FormData) => fetch(url, { method: 'POST', body });

    it('become pictures when registered with the form’s address and the key', async () => {
      const { json } = await call('GET', query);
      expect(json).toMatchObject({ method: 'POST', fields: { 'Content-Type': 'image/jpeg' } });
      const sent = await post(json.url, formOf(json.fields, test.picture));
      expect(sent.status).toBe(204);
      const location = `${json.url.replace(/\/+$/, '')}/${json.fields.key}`;
      expect((await register(location)).status).toBe(200);
    });

    it('are refused with another type, key or size, or a changed or expired form', async () => {
      const { json } = await call('GET', query);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 16 * 60 * 1000 });
      const key = newStagedKey(test.user.id, 'a.jpg');
      const expired = await signedForm(test.server.ctx, key, 'image/jpeg');
      vi.useRealTimers();
      const { fields } = json;
      const secret = fields.token ? 'token' : 'policy';
      const forms = [
        formOf({ ...fields, 'Content-Type': 'text/html' }, test.picture),
        formOf({ ...fields, key: `${fields.key}00` }, test.picture),
        formOf(
          {
            ...fields,
            [secret]: `${fields[secret].startsWith('A') ? 'B' : 'A'}${fields[secret].slice(1)}`,
          },
          test.picture,
        ),
        formOf(expired.fields, test.picture),
        formOf(fields, Buffer.alloc(0)),
        formOf(fields, Buffer.alloc(maxImageBytes + 1)),
      ];
      for (const form of forms) {
        const { status } = await post(json.url, form);
        expect([400, 403, 413]).toContain(status);
      }
      expect(await stagedKeys(test)).toEqual([]);
    });

    it('are not started for files that are not pictures', async () => {
      const { status, json } = await call('GET', '/s3/params?filename=a.html&type=text%2Fhtml');
      expect([status, json.issues[0].path]).toEqual([400, 'file']);
      expect((await call('GET', '/s3/params')).status).toBe(400);
    });
  });

  describe('in parts', () => {
    const large = () => Buffer.concat([test.picture, Buffer.alloc(minUploadPartBytes + 100)]);
    const begin = async (filename = 'large.jpg') => {
      const answer = await call('POST', '/s3/multipart', { filename, type: 'image/jpeg' });
      const { key, uploadId } = answer.json;
      const path = `/s3/multipart/${encodeURIComponent(uploadId)}`;
      return { key, path, of: `?key=${encodeURIComponent(key)}` };
    };
    type Begun = Awaited<ReturnType<typeof begin>>;
    const sign = async ({ path, of }: Begun, number: number) =>
      (await call('GET', `${path}/${number}${of}`)).json.url as string;
    const part = async (begun: Begun, PartNumber: number, body: Buffer<ArrayBuffer>) => {
      const sent = await put(await sign(begun, PartNumber), body, 'application/octet-stream');
      return { PartNumber, ETag: sent.etag };
    };
    const complete = ({ path, of }: Begun, parts: unknown) =>
      call('POST', `${path}/complete${of}`, { parts });

    it('become pictures once started, signed, listed, completed and registered', async () => {
      const begun = await begin();
      const whole = large();
      const cut = minUploadPartBytes;
      const parts = [
        await part(begun, 1, whole.subarray(0, cut)),
        await part(begun, 2, whole.subarray(cut)),
      ];
      const { json: listed } = await call('GET', begun.path + begun.of);
      expect(listed).toEqual([
        { ...parts[0], Size: cut },
        { ...parts[1], Size: whole.length - cut },
      ]);
      const { status, json } = await complete(begun, parts);
      expect(status).toBe(200);
      expect(json.location).toMatch(new RegExp(`^http.*${begun.key}$`));
      expect((await register(json.location)).status).toBe(200);
      expect((await call('GET', begun.path + begun.of)).status).toBe(404);
      expect(await stagedKeys(test)).toEqual([]);
    });

    it('cannot be signed, listed, completed or canceled by another user', async () => {
      const begun = await begin();
      const { path, of } = begun;
      const sent = await part(begun, 1, test.picture);
      const foreign = `?key=${encodeURIComponent(begun.key.replace(test.user.id, test.other.id))}`;
      for (const query of [of, foreign]) {
        const attempts = [
          byOther.call('GET', `${path}${query}`),
          byOther.call('GET', `${path}/1${query}`),
          byOther.call('POST', `${path}/complete${query}`, { parts: [sent] }),
        ];
        for (const attempt of attempts) expect((await attempt).status).toBe(404);
      }
      expect((await byOther.call('DELETE', `${path}${of}`)).status).toBe(404);
      await byOther.call('DELETE', `${path}${foreign}`);
      expect((await call('GET', path + of)).json).toHaveLength(1);
      expect((await complete(begun, [sent])).status).toBe(200);
      expect((await byOther.register(begun.key)).status).toBe(404);
      expect((await register(begun.key)).status).toBe(200);
    });

    it('are removed when canceled, even twice', async () => {
      const begun = await begin();
      const url = await sign(begun, 1);
      const { path, of } = begun;
      expect((await call('DELETE', path + of)).status).toBe(204);
      expect((await call('DELETE', path + of)).status).toBe(204);
      expect((await put(url, test.picture)).status).toBe(404);
      expect((await call('GET', `${path}/1${of}`)).status).toBe(404);
      expect((await complete(begun, [])).status).toBe(404);
      expect(await stagedKeys(test)).toEqual([]);
    });

    it('cannot be completed with unknown, small or no parts', async () => {
      const begun = await begin();
      const [first, second] = [
        await part(begun, 1, test.picture),
        await part(begun, 2, test.picture),
      ];
      const refused = [
        [second, first],
        [first, first],
        [{ ...first, ETag: 'f'.repeat(32) }],
        [first, { ...second, PartNumber: 3 }],
        [first, second],
        [second],
      ];
      for (const parts of refused) {
        expect(await complete(begun, parts)).toMatchObject({
          status: 400,
          json: { issues: [{ path: 'parts' }] },
        });
      }
      for (const parts of [undefined, 'x', [{}]]) {
        expect((await complete(begun, parts)).status).toBe(400);
      }
      await call('DELETE', begun.path + begun.of);
    });

    it('have numbers from 1 to 10,000, and an address is valid for one part', async () => {
      const begun = await begin();
      const { path, of } = begun;
      for (const number of ['0', '10001', '-1', '1.5', 'x']) {
        expect((await call('GET', `${path}/${number}${of}`)).status).toBe(400);
      }
      await part(begun, 10_000, test.picture);
      const url = await sign(begun, 1);
      const other = url.replace(/.(?=.{40}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
      expect((await put(other, test.picture)).status).toBe(403);
      expect((await call('GET', path)).status).toBe(400);
      await call('DELETE', path + of);
    });

    it('are replaced by parts of the same number, and joined by number', async () => {
      const begun = await begin();
      const rest = Buffer.from('the rest');
      const last = await part(begun, 10, rest);
      const wrong = await part(begun, 2, Buffer.from('wrong'));
      const whole = Buffer.concat([test.picture, Buffer.alloc(minUploadPartBytes)]);
      const first = await part(begun, 2, whole);
      expect((await complete(begun, [wrong, last])).status).toBe(400);
      expect((await complete(begun, [first, last])).status).toBe(200);
      const joined = await readObject(test.server.ctx.objects, begun.key);
      expect(joined?.body.equals(Buffer.concat([whole, rest]))).toBe(true);
      expect((await register(begun.key)).status).toBe(200);
    });

    it('are canceled with the file name if they are too large for a picture', async () => {
      const begun = await begin('vast.jpg');
      const half = Buffer.concat([test.picture, Buffer.alloc(maxImageBytes / 2)]);
      const first = await part(begun, 1, half);
      const sent = await put(await sign(begun, 2), half);
      const second = { PartNumber: 2, ETag: sent.etag };
      const completed = await complete(begun, [first, second]);
      expect([sent.status, completed.status]).toEqual([413, 400]);
      expect(sent.text + JSON.stringify(completed.json)).toContain('vast.jpg');
      await call('DELETE', begun.path + begun.of);
      expect(await stagedKeys(test)).toEqual([]);
    });

    it('are not started for files that are not pictures', async () => {
      const page = { filename: 'a.html', type: 'text/html' };
      expect((await call('POST', '/s3/multipart', page)).status).toBe(400);
      expect((await call('POST', '/s3/multipart', {})).status).toBe(400);
      expect((await call('POST', '/s3/multipart')).status).toBe(400);
    });
  });
});

describe.runIf(s3)('a bucket', () => {
  it('lets pages of this site upload and read the ETag', async () => {
    const objects = createS3Store({ ...s3!, bucket: 'cors-test' });
    await objects.check();
    const url = (await objects.browser?.putUrl('uploads/x', { seconds: 60 })) ?? '';
    const headers = {
      origin: 'https://market.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type',
    };
    const asked = await fetch(url, { method: 'OPTIONS', headers });
    expect(asked.status).toBe(200);
    expect([headers.origin, '*']).toContain(asked.headers.get('access-control-allow-origin'));
    const sent = await fetch(url, {
      method: 'PUT',
      body: 'x',
      headers: { origin: headers.origin },
    });
    expect(sent.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('etag');
  });
});
