import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server';
import { AppError, databaseBusy } from '../../errors.ts';

const maxMailBytes = 10 * 1024 * 1024;
/** How many connections mail servers may open. Each can have one email in memory. */
const maxConnections = 10;
/** How long a stop waits for clients that keep a connection open, in ms. */
const closeTimeout = 4_000;

interface Listener {
  host: string;
  port: number;
  /** The name in the greeting. */
  domain: string;
  log: Logger;
}

/** Checks and handles emails. Both functions refuse by throwing an AppError. */
export interface InboundMail {
  /** Throws if there is no such address. */
  checkAddress(address: string): void;
  receive(address: string, raw: Buffer): Promise<void>;
}

/**
 * Receives emails over SMTP, from the operator's mail server. A refusal is an answer in the same
 * connection: an email about it would reach others if the sender is forged. Drops bounces, which
 * have no sender.
 */
export async function startInboundMail(
  { host, port, domain, log }: Listener,
  inbound: InboundMail,
) {
  const answering = new Set<Promise<void>>();
  const server = new SMTPServer({
    name: domain,
    size: maxMailBytes,
    rejectOversized: true,
    maxClients: maxConnections,
    // There is one answer for an email, so it has one recipient. The client sends the others again.
    maxRecipients: 1,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout,
    onRcptTo({ address }, _session, done) {
      void answer(async () => inbound.checkAddress(address), done);
    },
    onData(stream, { envelope }, done) {
      const receiving = answer(() => receive(stream, envelope), done);
      answering.add(receiving);
      void receiving.finally(() => answering.delete(receiving));
    },
  });

  async function answer(act: () => Promise<void>, done: (refusal?: Error) => void): Promise<void> {
    const refusal = await act().then(() => undefined, refusalOf);
    if (refusal) log.info({ answer: refusal.responseCode }, 'An email was refused.');
    done(refusal);
  }

  async function receive(stream: SMTPServerDataStream, envelope: SMTPServerEnvelope) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      if (stream.sizeExceeded) chunks.length = 0;
      else chunks.push(chunk as Buffer);
    }
    if (stream.sizeExceeded) return;
    if (envelope.mailFrom && envelope.mailFrom.address !== '') {
      await inbound.receive(envelope.rcptTo[0]?.address ?? '', Buffer.concat(chunks));
    } else log.info('A bounced email was dropped.');
  }

  /** Returns the SMTP answer. The client tries again later after a 4xx and gives up after a 5xx. */
  function refusalOf(error: unknown): Error & { responseCode: number } {
    const refusal = error instanceof AppError ? error : databaseBusy(error);
    if (!refusal) log.error({ err: error }, 'An email could not be received.');
    const isTemporary = ['TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', undefined];
    const responseCode = isTemporary.includes(refusal?.code) ? 451 : 550;
    const message = refusal?.message ?? 'Something went wrong on the server.';
    return Object.assign(new Error(message), { responseCode });
  }

  server.on('error', (err) => log.info({ err }, 'A connection for emails was cut off.'));
  server.listen(port, host);
  // `once` rejects if the port is in use.
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    async stop() {
      await new Promise<void>((resolve) => server.close(resolve));
      await Promise.all(answering);
    },
  };
}
