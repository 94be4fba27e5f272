import { sql } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { Mail } from '../platform/mailer/mailer.ts';

/** Returns all queued emails, newest first. */
export async function allQueuedMails(ctx: AppContext): Promise<Mail[]> {
  const jobs = await sql<{ payload: { sealed: string } }>`
    select payload from graphile_worker._private_jobs
    where payload ->> 'sealed' is not null order by id desc`.execute(ctx.db);
  return jobs.rows.map((job) => ctx.secrets.unseal(job.payload.sealed) as Mail);
}

export async function queuedMails(ctx: AppContext, to: string): Promise<Mail[]> {
  const mails = await allQueuedMails(ctx);
  return mails.filter((mail) => mail.to === to);
}

/** Returns the code in the newest queued email to an address. */
export async function queuedCode(ctx: AppContext, email: string): Promise<string> {
  const mails = await queuedMails(ctx, email.trim().toLowerCase());
  const codes = mails.map(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1]);
  const code = codes.find((found) => found !== undefined);
  if (!code) throw new Error(`No mail with a code for ${email} is waiting.`);
  return code;
}
