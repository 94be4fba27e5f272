// @vitest-environment happy-dom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  isWorthRetry,
  namedReason,
  UploadError,
  uploadImage,
  withRetries,
} from './upload-image.ts';

const signal = new AbortController().signal;

/** The requests that the server got, and its answers to registrations, in turn. */
const calls: { path: string; body: string }[] = [];
const registrations: [status: number, body: string][] = [];
const server = createServer(async (request, response) => {
  const path = `${request.method} ${request.url}`;
  calls.push({ path, body: await text(request) });
  const answers: Record<string, string> = {
    'POST /api/objects/upload': '{"uploadURL":"/sent"}',
    'PUT /api/listing-images': '{"objectPath":"/media/1"}',
  };
  const isRegistration = path === 'PUT /api/listing-images';
  const [status, body] = (isRegistration && registrations.shift()) || [200, answers[path] ?? ''];
  response.writeHead(status).end(body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(
    `http://127.0.0.1:${port}/`,
  );
});
afterEach(() => {
  calls.length = 0;
  registrations.length = 0;
});
afterAll(() => void server.close());

const pathsOf = () => calls.map(({ path }) => path);

describe('an upload', () => {
  test.each([
    ['desk.png', 'image/png', { contentType: 'image/png' }],
    ['desk', '', {}],
    ['desk.apng', 'image/apng', {}],
    ['desk.jpg', 'image/pjpeg', {}],
  ])(
    'announces the type of %s, "%s", only if it is accepted',
    async (fileName, type, announced) => {
      await expect(uploadImage(new File(['desk'], fileName, { type }))).resolves.toBe('/media/1');
      expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ fileName, size: 4, ...announced });
    },
  );

  test.each([429, 503])(
    'does not send the file again after its registration was postponed with %i',
    async (status) => {
      const file = new File(['desk'], 'desk.png');
      registrations.push([status, '{"message":"Later."}']);
      await expect(uploadImage(file)).rejects.toThrow('Later.');
      calls.length = 0;
      await expect(uploadImage(file)).resolves.toBe('/media/1');
      expect(calls).toEqual([{ path: 'PUT /api/listing-images', body: '{"imageURL":"/sent"}' }]);
    },
  );

  test('sends the file again after its registration was refused', async () => {
    const file = new File(['desk'], 'desk.png');
    registrations.push([503, ''], [404, '']);
    for (const status of ['Service Unavailable', 'Not Found']) {
      await expect(uploadImage(file)).rejects.toThrow(`Upload failed: ${status}`);
    }
    calls.length = 0;
    await uploadImage(file);
    expect(pathsOf()).toEqual(['POST /api/objects/upload', 'PUT /sent', 'PUT /api/listing-images']);
  });

  test("fails with the server's reason, or with the status if there is none", async () => {
    registrations.push([400, '{"message":"No."}'], [502, '<h1>Bad Gateway</h1>'], [200, '']);
    for (const reason of ['No.', 'Upload failed: Bad Gateway', 'no objectPath']) {
      await expect(uploadImage(new File(['desk'], 'desk.png'))).rejects.toThrow(reason);
    }
  });
});

/** Creates a call that fails with these statuses in turn and then succeeds. */
function failing(...statuses: number[]) {
  let calls = 0;
  const call = async () => {
    const status = statuses[calls];
    calls += 1;
    if (status !== undefined) throw new UploadError(`Status ${status}`, status);
    return calls;
  };
  return { call, calls: () => calls };
}

describe('isWorthRetry', () => {
  test.each([0, 408, 409, 418, 423, 429, 500, 502, 503, 504])('returns true for %i', (status) => {
    expect(isWorthRetry(status)).toBe(true);
  });

  test.each([400, 401, 403, 404, 413, 422, 501, 505])('returns false for %i', (status) => {
    expect(isWorthRetry(status)).toBe(false);
  });
});

describe('a call with retries', () => {
  test('is repeated until it succeeds', async () => {
    const { call } = failing(503, 0, 429);
    await expect(withRetries(call, { signal, retryDelays: [0, 0, 0, 0] })).resolves.toBe(4);
  });

  test('gives up with the last failure after one retry per wait', async () => {
    const { call, calls } = failing(500, 500, 503, 500);
    await expect(withRetries(call, { signal, retryDelays: [0, 0] })).rejects.toThrow('Status 503');
    expect(calls()).toBe(3);
  });

  test('gives up at once if a retry cannot help', async () => {
    const { call, calls } = failing(400);
    await expect(withRetries(call, { signal, retryDelays: [0, 0] })).rejects.toThrow('Status 400');
    expect(calls()).toBe(1);
  });

  test('ends when it is canceled during a wait', async () => {
    const aborter = new AbortController();
    const { call, calls } = failing(500);
    const result = withRetries(call, { signal: aborter.signal, retryDelays: [60_000] });
    queueMicrotask(() => aborter.abort());
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
    expect(calls()).toBe(1);
  });
});

test('the reason of a refusal contains the file name once', () => {
  expect(namedReason('desk.jpg', 'Too many uploads.')).toBe('desk.jpg: Too many uploads.');
  expect(namedReason('desk.jpg', 'desk.jpg is no picture.')).toBe('desk.jpg is no picture.');
});
