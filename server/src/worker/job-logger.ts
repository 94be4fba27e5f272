import { Logger } from 'graphile-worker';
import type { Logger as Pino } from 'pino';

/** The queue's messages in the server's log. What it tells of each job's course is for debugging. */
export function jobLogger(log: Pino): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const { job: _job, ...details } = meta ?? {};
    const about = { ...scope, err: details['error'] ?? details['reason'] };
    if (level === 'error') log.error(about, message);
    else if (level === 'warning') log.warn(about, message);
    else log.debug(about, message);
  });
}
