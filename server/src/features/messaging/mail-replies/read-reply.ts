import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../errors.ts';
import { limitConcurrency } from '../../media/process-image.ts';

/** The parts of an email that a reply to a conversation needs. */
export interface ReplyMail {
  /** The Message-ID. It is the same if the email arrives twice. */
  id: string;
  /** The address of the sender in lower case; null if there is not exactly one. */
  from: string | null;
  /** True if a program answered, such as an out-of-office reply. */
  isAutomatic: boolean;
  /** True if the mail server in front found that the sender is forged. */
  failedChecks: boolean;
  /** The text without quotations and signature. */
  text: string;
  /** How many files are attached, without pictures of the text. */
  attachments: number;
}

const limited = limitConcurrency(2);

/**
 * Reads an email. Each has a separate worker thread, because hostile ones can occupy the parsers for
 * minutes or exhaust their memory. Throws BAD_REQUEST if the email is unreadable.
 */
export async function readReply(raw: Buffer, timeout = 10_000): Promise<ReplyMail> {
  return limited(1, async () => {
    const worker = new Worker(new URL('./reply-worker.ts', import.meta.url), {
      workerData: new Uint8Array(raw),
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    try {
      const [reply] = await once(worker, 'message', { signal: AbortSignal.timeout(timeout) });
      return reply as ReplyMail;
    } catch {
      throw new AppError('BAD_REQUEST', "We can't read this email. Send plain text instead.");
    } finally {
      await worker.terminate();
    }
  });
}
