import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { once } from 'node:events';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '../../errors.ts';
import { mailClient } from '../../test/mail-client.ts';
import { type InboundMail, startInboundMail } from './inbound-mail.ts';

const log = pino({ level: 'silent' });
const place = { host: '127.0.0.1', port: 0, domain: 'reply.example.com', log };
const raw = 'From: a@example.com\r\n\r\nHello\r\n';

async function start(overrides: Partial<InboundMail> = {}) {
  const received: string[] = [];
  const inbound = await startInboundMail(place, {
    checkAddress: () => undefined,
    receive: async (_to, mail) => void received.push(mail.toString()),
    ...overrides,
  });
  return { ...inbound, received, deliver: mailClient(inbound.port) };
}

describe('the mail listener', () => {
  it.each<[string, () => Readable | string]>([
    ['that states its size', () => 'x'.repeat(11 * 1024 * 1024)],
    [
      'of 50 MB that does not',
      () =>
        Readable.from(
          (function* () {
            for (let sent = 0; sent < 50; sent++) yield `${'x'.repeat(1022)}\r\n`.repeat(1024);
          })(),
        ),
    ],
  ])('refuses a large email %s, and receives the next', async (_what, content) => {
    const { deliver, received, stop } = await start();
    expect(await deliver('b@example.com', content())).toMatch(/^552 /);
    expect(await deliver('b@example.com', raw)).toMatch(/^250 /);
    expect(received).toEqual([raw]);
    await stop();
  });

  it('sends an email to several receivers one by one', async () => {
    const { deliver, received, stop } = await start();
    expect(await deliver('a@example.com, b@example.com', raw)).toMatch(/^250 /);
    expect(received).toEqual([raw]);
    await stop();
  });

  it('asks to try again later after a failure that is not the fault of the email', async () => {
    const failures = [new Error('boom'), new AppError('SERVICE_UNAVAILABLE', 'Busy.')];
    const receive = async () => {
      throw failures.shift();
    };
    const { deliver, stop } = await start({ receive });
    const first = await deliver('b@example.com', raw);
    expect(first).toBe('451 Something went wrong on the server.');
    expect(await deliver('b@example.com', raw)).toBe('451 Busy.');
    await stop();
  });

  it('answers the email in progress before it stops', async () => {
    const arrived = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    const receive = async () => {
      arrived.resolve();
      await stored.promise;
    };
    const { deliver, stop } = await start({ receive });
    const answer = deliver('b@example.com', raw);
    await arrived.promise;
    const stopped = stop();
    stored.resolve();
    expect(await answer).toMatch(/^250 /);
    await stopped;
    expect(await deliver('b@example.com', raw)).toMatch(/ECONNREFUSED/);
  });

  it('fails to start if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const inbound = { checkAddress: () => undefined, receive: async () => undefined };
    await expect(startInboundMail({ ...place, port }, inbound)).rejects.toThrow('EADDRINUSE');
  });
});
