import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Received {
  mail: Email;
  /** The receivers in the SMTP dialog, whatever the headers say. */
  to: string[];
}

/**
 * Starts a mail server on `port`, or on any free one. It stores each email once `accept` has
 * resolved.
 */
export async function startMailServer(port = 0, accept?: () => Promise<void>) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, session, done) {
      const to = session.envelope.rcptTo.map((receiver) => receiver.address);
      const mail = await PostalMime.parse(await text(stream));
      await accept?.();
      received.push({ mail, to });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
