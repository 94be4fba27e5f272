import type { Logger } from 'pino';
import * as z from 'zod';
import type { Mailer } from '../platform/mailer/mailer.ts';
import type { Secrets } from '../platform/secrets.ts';

const payloadShape = z.object({ sealed: z.string(), dropAfter: z.iso.datetime().nullable() });

const mailShape = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.string().optional(),
});

/**
 * The task `sendMail`. Throws when the mail was not accepted, so that it is tried again; a mail that
 * is of no use any more is dropped.
 */
export async function sendMail(
  ctx: { secrets: Secrets; mailer: Mailer; log: Logger },
  payload: unknown,
): Promise<void> {
  const { sealed, dropAfter } = payloadShape.parse(payload);
  const mail = mailShape.parse(ctx.secrets.unseal(sealed));
  if (dropAfter !== null && Date.parse(dropAfter) <= Date.now()) {
    ctx.log.warn({ mail: mail.id }, 'A mail was dropped: it could not be sent in time.');
    return;
  }
  await ctx.mailer.send(mail);
}
