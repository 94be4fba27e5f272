import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';

/** Every task that code asks for, with what it needs to know. Sweeps start by the clock alone. */
interface Payloads {
  sendMail: {
    /** The mail, sealed: a sign-in code must not be readable in the database. */
    sealed: string;
    /** ISO time after which the mail is dropped, or null. */
    dropAfter: string | null;
  };
}

interface Job<Task extends keyof Payloads> {
  task: Task;
  payload: Payloads[Task];
  /** A job with the same key that has not started is replaced. */
  key?: string;
}

/**
 * Asks for a task in the caller's transaction: it runs after the commit, and not at all after a
 * rollback. It is tried again, ever later, until it succeeds, so it may run more than once.
 */
export async function enqueue<Task extends keyof Payloads>(db: Db, job: Job<Task>): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${job.task},
    payload => ${JSON.stringify(job.payload)}::json,
    job_key => ${job.key ?? null}
  )`.execute(db);
}
