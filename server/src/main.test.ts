import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from './test/database.ts';
import { freePort } from './test/free-port.ts';
import { startMailServer } from './test/mail-server.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const started: ChildProcess[] = [];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

function start(environment: Record<string, string>, flags: string[] = []) {
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LOG_LEVEL: 'silent',
      SEED_DEMO: 'false',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return child;
}

/** Returns settings for a server on an existing database, which saves the start of one. */
const onDatabase = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(inject('filesDirectory'), randomUUID()),
});

/** Resolves with the server's output once it is running. */
async function greeting(child: ReturnType<typeof start>): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes('Admin ')) return printed;
  }
  throw new Error(`The server ended: ${await text(child.stderr)}`);
}

it('refuses an invalid configuration with a reason, and starts nothing', async () => {
  const child = start({ PORT: 'eighty', DATA_DIR: join(inject('filesDirectory'), randomUUID()) });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  expect(complaint).toContain('PORT is "eighty"; allowed: a whole number from 1 to 65535.');
});

it('starts on an empty folder, stops in time with an open socket, and restarts after a kill', async () => {
  const port = String(await freePort());
  const environment = { PORT: port, DATA_DIR: join(inject('filesDirectory'), randomUUID()) };
  const ready = async () => (await fetch(`http://localhost:${port}/readyz`)).status;

  const first = start(environment);
  expect(await greeting(first)).toContain(`http://localhost:${port}/dev/mail`);
  expect(await ready()).toBe(200);
  const socket = new WebSocket(`ws://localhost:${port}/trpc`);
  const frames: string[] = [];
  socket.on('message', (frame) => frames.push(String(frame)));
  await once(socket, 'open');
  const stopped = performance.now();
  first.kill('SIGTERM');
  await Promise.all([once(first, 'exit'), once(socket, 'close')]);
  expect(first.exitCode).toBe(0);
  expect(performance.now() - stopped).toBeLessThan(10_000);
  expect(frames).toContainEqual(expect.stringContaining('reconnect'));

  // A killed server leaves its database running, and the next start uses it.
  const second = start(environment);
  await greeting(second);
  const postmaster = () =>
    readFileSync(join(environment.DATA_DIR, 'postgres/data/postmaster.pid'), 'utf8');
  const running = postmaster();
  second.kill('SIGKILL');
  await once(second, 'exit');
  const third = start(environment);
  await greeting(third);
  expect(postmaster()).toBe(running);
  expect(await ready()).toBe(200);
  third.kill('SIGTERM');
  await once(third, 'exit');
  expect(third.exitCode).toBe(0);
}, 240_000);

it('shows the demo listings and adds their pictures, even after a kill', async () => {
  const port = String(await freePort());
  const environment = {
    PORT: port,
    DATA_DIR: join(inject('filesDirectory'), randomUUID()),
    SEED_DEMO: 'true',
  };
  const origin = `http://localhost:${port}`;
  const newest = async () => {
    const answer = await fetch(`${origin}/api/listings?limit=24`);
    return (await answer.json()) as { images: string[] }[];
  };

  const first = start(environment);
  await greeting(first);
  expect((await fetch(origin)).status).toBe(200);
  expect(await newest()).toHaveLength(24);
  first.kill('SIGKILL');
  await once(first, 'exit');

  const second = start(environment);
  await greeting(second);
  const without = async () => (await newest()).filter(({ images }) => images.length === 0);
  await vi.waitFor(async () => expect(await without()).toEqual([]), 60_000);
  for (const picture of (await newest()).flatMap(({ images }) => images)) {
    expect([picture, (await fetch(origin + picture)).status]).toEqual([picture, 200]);
  }
  second.kill('SIGTERM');
  await once(second, 'exit');
  expect(second.exitCode).toBe(0);
}, 240_000);

it('on SIGTERM reports not ready, keeps serving, closes its sockets one by one, and exits', async () => {
  const port = String(await freePort());
  const child = start({
    PORT: port,
    ...onDatabase(),
    DRAIN_SECONDS: '4',
  });
  await greeting(child);
  const site = `localhost:${port}`;
  const sockets = Array.from({ length: 4 }, () => new WebSocket(`ws://${site}/trpc`));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  const stopped = performance.now();
  const closings = sockets.map(async (socket) => {
    const [code] = (await once(socket, 'close')) as [number];
    return { code, after: performance.now() - stopped };
  });
  child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`http://${site}/readyz`)).status).toBe(503);
  expect(sockets.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
  const answer = await fetch(`http://${site}/api/listings`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  const closed = (await Promise.all(closings)).sort((one, other) => one.after - other.after);
  expect(closed.map(({ code }) => code)).toEqual([1001, 1001, 1001, 1001]);
  expect(closed[0]?.after).toBeGreaterThan(900);
  expect((closed[3]?.after ?? 0) - (closed[0]?.after ?? 0)).toBeGreaterThan(300);
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
}, 120_000);

it('finishes a long job before it exits as usual', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const mail = await startMailServer(0, () => {
    begun.resolve();
    return finish.promise;
  });
  const port = String(await freePort());
  const child = start({
    PORT: port,
    ...onDatabase(),
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    LOG_LEVEL: 'warn',
  });
  await greeting(child);
  const sent = await fetch(`http://localhost:${port}/api/auth/send-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'slow@example.com' }),
  });
  expect(sent.status).toBe(200);
  await begun.promise;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(String(line)).msg).toContain('Still stopping');
  expect(child.exitCode).toBeNull();
  finish.resolve();
  expect(await ended).toEqual([0, null]);
  expect(mail.received.map(({ to }) => to)).toEqual([['slow@example.com']]);
  await mail.stop();
});

it('logs that it cut off a request that does not end', async () => {
  const port = await freePort();
  const child = start({ PORT: String(port), ...onDatabase(), LOG_LEVEL: 'error' });
  await greeting(child);
  const socket = connect(port, '127.0.0.1');
  const head = ['POST /api/auth/send-code HTTP/1.1', 'host: localhost', 'expect: 100-continue'];
  const body = ['content-type: application/json', 'content-length: 2', '', ''];
  socket.write([...head, ...body].join('\r\n'));
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue');
  const closed = once(socket, 'close');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(line)).toContain('Requests cut off after 4000 ms: 1.');
  await closed;
  expect(await ended).toEqual([1, null]);
});

it('does not count a connection without a request as cut off', async () => {
  const port = await freePort();
  const child = start({ PORT: String(port), ...onDatabase() });
  await greeting(child);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  socket.destroy();
});

it('resets almost no connection when it stops', async () => {
  const port = await freePort();
  const child = start({
    PORT: String(port),
    ...onDatabase(),
    DRAIN_SECONDS: '0.5',
    RATE_LIMIT_FACTOR: '1000',
  });
  await greeting(child);
  const outcomes = new Map<string, number>();
  const keepAsking = async (ask: (port: number) => Promise<string>) => {
    for (let outcome = ''; outcome !== 'ECONNREFUSED';) {
      outcome = await ask(port);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const asking = Promise.all([
    ...Array.from({ length: 20 }, () => keepAsking(askOnce)),
    ...Array.from({ length: 20 }, () => keepAsking(connectOnce)),
  ]);
  // On a busy machine, the server could otherwise stop before the first request.
  await expect.poll(() => [...outcomes.keys()].sort()).toEqual(['200', 'open']);
  child.kill('SIGTERM');
  await asking;
  const { ECONNRESET: reset = 0, ...others } = Object.fromEntries(outcomes);
  expect(Object.keys(others).sort()).toEqual(['200', 'ECONNREFUSED', 'open']);
  // A connection may come at the moment of the close. If the listener just closed, nearly all 40
  // would be reset.
  expect(reset).toBeLessThan(3);
  // Each HTTP client got more than one response.
  expect(outcomes.get('200')).toBeGreaterThan(20);
});

function connectOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/trpc`);
    socket.once('open', () => {
      resolve('open');
      socket.close();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

function askOnce(port: number): Promise<string> {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (answer) => {
      answer.resume();
      resolve(String(answer.statusCode));
    })
      .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
      .end();
  });
}

it('exits with a message if the port is in use', async () => {
  const port = String(await freePort());
  const first = start({ PORT: port, ...onDatabase() });
  await greeting(first);
  const second = start({ PORT: port, ...onDatabase() });
  const [complaint, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(code).toBe(1);
  expect(complaint).toContain('the port is in use');
  first.kill('SIGTERM');
  await once(first, 'exit');
});

it('keeps serving after an unhandled rejection, which it logs and counts', async () => {
  const port = String(await freePort());
  const forgetsOnSignal = `data:text/javascript,
    process.on('SIGUSR2', () => void Promise.reject(new Error('forgotten promise')));`;
  const child = start(
    {
      PORT: port,
      ...onDatabase(),
      LOG_LEVEL: 'error',
      METRICS_TOKEN: 'a token of enough length',
    },
    ['--import', forgetsOnSignal],
  );
  await greeting(child);
  child.kill('SIGUSR2');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  expect(JSON.parse(String(line))).toMatchObject({
    msg: 'Unhandled rejection.',
    err: { message: 'forgotten promise', stack: expect.stringContaining('process.<anonymous>') },
  });
  const metrics = await fetch(`http://localhost:${port}/metrics`, {
    headers: { authorization: 'Bearer a token of enough length' },
  });
  expect(await metrics.text()).toMatch(/^unhandled_rejections_total 1$/m);
  child.kill('SIGTERM');
  await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});
