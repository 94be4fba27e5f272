import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Bus } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';
import { createRedisBus } from './redis-bus.ts';

/** Redis where REDIS_URL names one, else the database. */
export function createBus(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  { pool, log }: { pool: Pool; log: Logger },
): Bus {
  return redisUrl ? createRedisBus(redisUrl, log) : createPostgresBus(pool, log);
}
