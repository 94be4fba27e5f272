import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import {
  Logger as JobLogger,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Db } from '@marketplace/db/database';
import type { AppContext } from '../app-context.ts';
import { endAbsences } from '../features/account/away.ts';
import { endSuspensions } from '../features/moderation/suspension.ts';
import { computeFigures } from '../features/analytics/compute-figures.ts';
import { sweepSignIns } from '../features/auth/sessions.ts';
import { sweepFavorites } from '../features/favorites/favorites.ts';
import { notifyPriceDrop } from '../features/favorites/price-drops.ts';
import { sweepDrafts } from '../features/listings/drafts/sweep-drafts.ts';
import { askSellers } from '../features/listings/ending/ask-sellers.ts';
import { sweepEnded, sweepEnding } from '../features/listings/ending/sweep-ending.ts';
import { sweepSold } from '../features/listings/remove-listing.ts';
import { lowerPrices } from '../features/listings/price-steps.ts';
import { indexListings } from '../features/listings/search/index-listings.ts';
import { sweepViews } from '../features/listings/stats/count-views.ts';
import { refreshSearchPhrases } from '../features/listings/search/suggestions.ts';
import { releaseReviews } from '../features/deals/release-reviews.ts';
import { sweepDeals } from '../features/deals/change-deal.ts';
import { remindOfMeetups } from '../features/deals/reminders.ts';
import { addAvif, sweepImages } from '../features/media/images.ts';
import { sweepUploads } from '../features/media/staged-uploads.ts';
import { sweepEvidence } from '../features/moderation/evidence.ts';
import { mailQueueDigest } from '../features/moderation/queue-digest.ts';
import { sweepNotifications } from '../features/notifications/notifications.ts';
import { mailUnread } from '../features/notifications/unread-mail.ts';
import { sweepOrders, sweepPayPalEvents } from '../features/payments/sync-order.ts';
import { releaseHeld } from '../features/screening/hold-listing.ts';
import { sendPush } from '../features/push/send-push.ts';
import { matchSearches, sendDueAlerts } from '../features/searches/alerts.ts';
import { sweepMatches } from '../features/searches/matching.ts';
import { updateAllStandings, updateStandings } from '../features/standing/update-standings.ts';
import { deliverWebhook } from '../features/webhooks/deliver-webhook.ts';
import { sweepDeliveries } from '../features/webhooks/deliveries.ts';
import { enqueue, inBatches, webhookJob } from '../platform/jobs.ts';
import { createSmtpMailer, type Mail, type Mailer } from '../platform/mailer/mailer.ts';
import { foldTotals } from '../realtime/totals.ts';

type ScheduledTask = [schedule: string, tries: number, run: (ctx: AppContext) => Promise<void>];

/** The schedule of each task, in crontab syntax. The queue runs each task on one instance only. */
const scheduled: Record<string, ScheduledTask> = {
  mailUnread: ['* * * * *', 1, mailUnread],
  // A changed listing enqueues this task, too.
  matchSearches: ['* * * * *', 1, matchSearches],
  sendDueAlerts: ['* * * * *', 1, sendDueAlerts],
  remindOfMeetups: ['* * * * *', 1, remindOfMeetups],
  endAbsences: ['* * * * *', 1, endAbsences],
  endSuspensions: ['* * * * *', 1, endSuspensions],
  releaseHeld: ['*/10 * * * *', 1, (ctx) => releaseHeld(ctx)],
  releaseReviews: ['*/10 * * * *', 1, releaseReviews],
  sweepDeals: ['* * * * *', 1, sweepDeals],
  sweepJobs: ['* * * * *', 1, ({ db }) => sweepJobs(db)],
  sweepSignIns: ['*/10 * * * *', 1, sweepSignIns],
  sweepFeed: ['12 * * * *', 3, ({ db }) => sweepFeed(db)],
  foldTotals: ['42 * * * *', 3, ({ db }) => foldTotals(db)],
  sweepNotifications: ['22 * * * *', 3, ({ db }) => sweepNotifications(db)],
  sweepMatches: ['27 * * * *', 3, ({ db }) => sweepMatches(db)],
  sweepDeliveries: ['37 * * * *', 3, ({ db }) => sweepDeliveries(db)],
  sweepImages: ['32 * * * *', 3, sweepImages],
  sweepUploads: ['*/5 * * * *', 1, sweepUploads],
  sweepOrders: ['2 * * * *', 3, sweepOrders],
  sweepPayPalEvents: ['7 * * * *', 3, ({ db }) => sweepPayPalEvents(db)],
  indexListings: ['* * * * *', 1, indexListings],
  refreshSearchPhrases: ['*/10 * * * *', 1, ({ db }) => refreshSearchPhrases(db)],
  lowerPrices: ['*/10 * * * *', 1, lowerPrices],
  sweepEnding: ['*/10 * * * *', 1, sweepEnding],
  askSellers: ['37 15 * * *', 3, askSellers],
  mailQueueDigest: ['27 * * * *', 1, (ctx) => mailQueueDigest(ctx)],
  sweepDrafts: ['7 * * * *', 3, sweepDrafts],
  sweepEnded: ['57 * * * *', 3, sweepEnded],
  sweepSold: ['52 * * * *', 3, sweepSold],
  sweepViews: ['17 * * * *', 3, ({ db }) => sweepViews(db)],
  sweepFavorites: ['47 4 * * *', 3, ({ db }) => sweepFavorites(db)],
  updateStandings: ['3 * * * *', 1, updateStandings],
  updateAllStandings: ['33 4 * * *', 3, updateAllStandings],
  // Every hour, because midnight of the region moves with daylight saving.
  computeFigures: ['3 * * * *', 3, ({ db }) => computeFigures(db)],
  sweepEvidence: ['17 4 * * *', 3, ({ db }) => sweepEvidence(db)],
};

/** Tasks that share workers, and their schedule. */
interface Queue {
  taskList: TaskList;
  crontab: string;
  concurrency: number;
  forbiddenFlags?: () => string[];
}

/** Runs queued and scheduled tasks. Any number of workers can share a database. */
export async function startWorker(ctx: AppContext) {
  const queues = await Promise.all([
    startQueue(ctx, mainQueue(ctx)),
    startQueue(ctx, webhookQueue(ctx)),
  ]);
  // After an upgrade, there are no search phrases and figures until these tasks have run. Nothing
  // waits for them.
  enqueue(ctx.db, [
    { task: 'refreshSearchPhrases', payload: {}, key: 'searchPhrases' },
    { task: 'computeFigures', payload: {}, key: 'figures' },
  ]).catch((err: unknown) =>
    ctx.log.warn({ err }, 'Suggestions and figures come with the next sweep.'),
  );
  return {
    /** Accepts no more jobs, and resolves when those in progress are done. */
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}

/** Starts a queue, and restarts it if it ends. Lost connections alone do not end it. */
async function startQueue(ctx: AppContext, queue: Queue) {
  const stopping = new AbortController();
  let runner = await startRunner(ctx, queue);

  async function supervise(): Promise<void> {
    for (;;) {
      await runner.promise.catch((err: unknown) => ctx.log.error({ err }, 'The job queue failed.'));
      if (stopping.signal.aborted) return;
      await setTimeout(1_000, undefined, stopping).catch(() => undefined);
      try {
        runner = await startRunner(ctx, queue);
        if (stopping.signal.aborted) await runner.stop();
      } catch (err) {
        ctx.log.error({ err }, 'The job queue could not start.');
      }
    }
  }

  const ended = supervise();
  return {
    async stop() {
      stopping.abort();
      // `stop` rejects if the queue has ended.
      await runner.stop().catch(() => undefined);
      await ended;
    },
  };
}

function mainQueue(ctx: AppContext): Queue {
  const mailer = mailerOf(ctx);
  const taskList: TaskList = {
    sendMail: (payload) => sendMail(ctx, mailer, payload),
    addAvif: (payload) => addAvif(ctx, payload),
    notifyPriceDrop: (payload) => notifyPriceDrop(ctx, payload),
    // Jobs that the previous version enqueued have this name.
    tellPriceDrop: (payload) => notifyPriceDrop(ctx, payload),
    sendPush: (payload) => sendPush(ctx, payload),
  };
  const crontab: string[] = [];
  for (const [task, [schedule, tries, work]] of Object.entries(scheduled)) {
    taskList[task] = () => work(ctx);
    crontab.push(`${schedule} ${task} ?max=${tries}`);
  }
  return { taskList, crontab: crontab.join('\n'), concurrency: 3 };
}

/**
 * Webhooks have workers of their own, because their servers may take long to answer. While a job of
 * a user runs, whose id is its flag, no other job of that user starts, so that slow servers of one
 * user do not delay the events of others.
 */
function webhookQueue(ctx: AppContext): Queue {
  const running = new Set<string>();
  const taskList: TaskList = {
    async deliverWebhook(payload, { job }) {
      const [tag = ''] = Object.keys(job.flags ?? {});
      if (running.has(tag)) {
        // Both were claimed at the same time.
        const runAt = new Date(Date.now() + 1_000);
        const again = { task: 'deliverWebhook', payload: webhookJob.parse(payload) } as const;
        return enqueue(ctx.db, [{ ...again, runAt, tag }]);
      }
      running.add(tag);
      try {
        await deliverWebhook(ctx, payload);
      } finally {
        running.delete(tag);
      }
    },
  };
  return { taskList, crontab: '', concurrency: 10, forbiddenFlags: () => [...running] };
}

async function startRunner(ctx: AppContext, queue: Queue): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  const runner = await run({
    pgPool: ctx.pool,
    ...queue,
    noHandleSignals: true,
    logger: jobLogger(ctx.log),
    events,
  });
  // graphile-worker caches the ids of its tasks at its first query. If that query fails, it caches
  // the failure and never runs a job again. After a stop, `supervise` starts a new runner.
  const firstQueryFailed = () => void runner.stop('its first query failed');
  events.once('worker:getJob:error', firstQueryFailed);
  for (const succeeded of ['worker:getJob:empty', 'job:start'] as const)
    events.once(succeeded, () => events.off('worker:getJob:error', firstQueryFailed));
  return runner;
}

/** Returns the mailbox if there is one, otherwise a mailer for the configured mail server. */
function mailerOf({ config, mailbox }: AppContext): Mailer {
  if (mailbox) return mailbox;
  if (!config.smtpUrl) throw new Error('There is neither a mailbox nor SMTP_URL.');
  return createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom });
}

/** Writes the queue's messages to the server's log, and the progress of jobs as debug messages. */
function jobLogger(log: Logger): JobLogger {
  return new JobLogger((scope) => (level, message, meta) => {
    const { job: _job, ...details } = meta ?? {};
    const about = { ...scope, err: details['error'] ?? details['reason'] };
    if (level === 'error') log.error(about, message);
    else if (level === 'warning') log.warn(about, message);
    else log.debug(about, message);
  });
}

const payloadShape = z.object({ sealed: z.string(), dropAfter: z.iso.datetime().nullable() });

/** Runs the task `sendMail`. Throws if the email was not accepted, so that the queue retries. */
async function sendMail({ secrets, log }: AppContext, mailer: Mailer, payload: unknown) {
  const { sealed, dropAfter } = payloadShape.parse(payload);
  // This server sealed the value, so it has the form of an email.
  const mail = secrets.unseal(sealed) as Mail;
  if (dropAfter === null || Date.parse(dropAfter) > Date.now()) await mailer.send(mail);
  else log.warn({ mail: mail.id }, 'A mail was dropped: it could not be sent in time.');
}

/** Removes feed events older than 7 days. Clients that were away longer fetch everything again. */
export async function sweepFeed(db: Db): Promise<void> {
  await inBatches((size) =>
    sql`delete from feed_events where ctid = any(array(
      select ctid from feed_events where created_at < now() - interval '7 days' limit ${size}
    ))`.execute(db),
  );
}

/**
 * Unlocks emails, pushes and webhooks whose worker died while sending, which takes far less than
 * three minutes. The queue would wait four hours. Removes jobs whose last attempt failed over a week ago.
 */
export async function sweepJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker.jobs
    where task_identifier in ('sendMail', 'sendPush', 'deliverWebhook') and locked_at < now() - interval '3 minutes'
  ))`.execute(db);
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
  ))`.execute(db);
}
