import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface CaughtMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** How long a request waits for an email that has not arrived, in ms. */
const timeoutMs = 15_000;

/**
 * Starts a real SMTP server, and an HTTP server on `httpPort` that returns its emails: `GET
 * /?to=address` removes and returns the oldest email to that address, as soon as there is one. `POST
 * /?to=address` returns the token of a new session of the user with that address.
 */
export async function startMailCatcher(
  httpPort: number,
  startSession: (email: string) => Promise<string>,
) {
  const caught: CaughtMail[] = [];
  let arrived = Promise.withResolvers<void>();

  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const to = session.envelope.rcptTo[0]?.address ?? '';
        const { subject = '', text = '', html = '' } = mail;
        caught.push({ to, subject, text, html });
        arrived.resolve();
        arrived = Promise.withResolvers();
        done();
      })();
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));

  const take = async (to: string): Promise<CaughtMail | null> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const late = new Promise<void>((resolve) =>
      deadline.addEventListener('abort', () => resolve()),
    );
    while (!deadline.aborted) {
      const index = caught.findIndex((mail) => mail.to === to);
      if (index >= 0) return caught.splice(index, 1)[0] ?? null;
      await Promise.race([arrived.promise, late]);
    }
    return null;
  };
  const http = createServer((request, response) => {
    const to = new URL(request.url ?? '/', 'http://host').searchParams.get('to') ?? '';
    const found = request.method === 'POST' ? startSession(to) : take(to);
    void found.then((answer) => {
      // A persistent connection could be closed just when it is used again.
      const headers = { 'content-type': 'application/json', connection: 'close' };
      response.writeHead(answer ? 200 : 404, headers);
      response.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => http.listen(httpPort, '127.0.0.1', resolve));

  return {
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
    async close() {
      http.closeAllConnections();
      http.close();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
}
