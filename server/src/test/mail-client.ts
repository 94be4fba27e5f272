import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';

/** Returns a function that delivers an email in its raw form, and returns the server's answer. */
export function mailClient(port: number) {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  return async (
    to: string,
    raw: string | Buffer | Readable,
    from = 'sender@example.com',
  ): Promise<string> => {
    try {
      const { response } = await transport.sendMail({ envelope: { from, to }, raw });
      return response;
    } catch (error) {
      const { response, message } = error as Error & { response?: string };
      return response ?? message;
    }
  };
}
