import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { fill } from '@marketplace/shared/texts';
import { AppError } from '../errors.ts';
import { networksOf } from './networks.ts';

/** A limit of `points` per `seconds`, counted for each key under `name`. */
export interface LimitRule {
  name: string;
  points: number;
  seconds: number;
  /** Explains the limit to the user. `{points}` stands for the actual number. */
  text?: string | undefined;
}

const rulePer = (seconds: number) => (name: string, points: number, text?: string) =>
  ({ name, points, seconds, text }) satisfies LimitRule;

/** Functions that make a rule. The text explains limits that users may reach. */
export const perMinute = rulePer(60);
export const perHour = rulePer(60 * 60);
export const perDay = rulePer(24 * 60 * 60);

export type Limiter = ReturnType<typeof createLimiter>;

/** The key is hashed, so that the table contains no IP or email addresses. */
function nameOf(rule: LimitRule, key: string): string {
  return `${rule.name}:${createHash('sha256').update(key).digest('base64url')}`;
}

/** Limits across all instances, counted in the database. `factor` is RATE_LIMIT_FACTOR. */
export function createLimiter(pool: Pool, factor: number) {
  /** Returns the points of `rule` on this server, for limits that an SQL statement counts. */
  const pointsOf = (rule: LimitRule) => Math.max(1, Math.round(rule.points * factor));
  return {
    pointsOf,
    /** Counts one point for `key`. Throws TOO_MANY_REQUESTS with `retryAfter` if none is left. */
    async take(rule: LimitRule, key: string): Promise<void> {
      const limit = pointsOf(rule);
      const { points, msLeft } = await countPoint(pool, nameOf(rule, key), rule.seconds);
      if (points > limit) throw limitReached(rule, limit, Number(msLeft));
    },
    /** Returns a point of `take` when the action turned out not to count. */
    async giveBack(rule: LimitRule, key: string): Promise<void> {
      const text = 'update rate_limits set points = points - 1 where key = $1 and points > 0';
      await pool.query(text, [nameOf(rule, key)]);
    },
  };
}

/** Returns a limiter that goes on from the counts of `limiter` in memory, and stores nothing. */
export function createTrialLimiter(pool: Pool, limiter: Limiter): Limiter {
  const counts = new Map<string, { points: number; msLeft: number }>();
  return {
    ...limiter,
    async take(rule, key) {
      const name = nameOf(rule, key);
      const count = counts.get(name) ?? (await readCount(pool, name, rule.seconds));
      counts.set(name, count);
      count.points += 1;
      const limit = limiter.pointsOf(rule);
      if (count.points > limit) throw limitReached(rule, limit, count.msLeft);
    },
  };
}

async function readCount(pool: Pool, key: string, seconds: number) {
  const { rows } = await pool.query<{ points: number; expire: string }>(
    'select points, expire from rate_limits where key = $1',
    [key],
  );
  const msLeft = Number(rows[0]?.expire ?? 0) - Date.now();
  return rows[0] && msLeft > 0
    ? { points: rows[0].points, msLeft }
    : { points: 0, msLeft: seconds * 1000 };
}

/** Returns the refusal of a limit. `msLeft` is the time until the next point, in milliseconds. */
export function limitReached(rule: LimitRule, points: number, msLeft: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  return new AppError('TOO_MANY_REQUESTS', tooMany(rule, points, retryAfter), { retryAfter });
}

/** Counts one point of a key, from 1 again after its time. `expire` is in epoch milliseconds. */
async function countPoint(pool: Pool, key: string, seconds: number) {
  const { rows } = await pool.query<{ points: number; msLeft: string }>({
    name: 'take-point',
    text: `
      with clock as (select (extract(epoch from now()) * 1000)::bigint as ms)
      insert into rate_limits as known (key, points, expire)
      select $1, 1, ms + 1000 * $2::int from clock
      on conflict (key) do update set
        points = case when known.expire > (select ms from clock) then known.points else 0 end + 1,
        expire = case when known.expire > (select ms from clock)
          then known.expire else excluded.expire end
      returning points, expire - (select ms from clock) as "msLeft"`,
    values: [key, seconds],
  });
  return rows[0] as (typeof rows)[number];
}

/** Counts a point for an address's network, and for an IPv6 /48. Each `of` counts separately. */
export async function countForNetwork(
  limiter: Limiter,
  rule: LimitRule,
  { ip, of }: { ip: string; of?: string },
): Promise<void> {
  for (const { network, share } of networksOf(ip)) {
    const name = share === 1 ? rule.name : `${rule.name}-48`;
    const key = of ? `${of} ${network}` : network;
    await limiter.take({ ...rule, name, points: rule.points * share }, key);
  }
}

function tooMany({ text }: LimitRule, points: number, seconds: number): string {
  if (!text) return `Too many attempts. Please wait ${duration(seconds)} and try again.`;
  const limit = fill(text, { points: points.toLocaleString('en-US') });
  const isLong = seconds >= 90 * 60;
  return `${limit} Please ${isLong ? 'try again in' : 'wait'} ${duration(seconds)}.`;
}

/** Returns '42 seconds', '12 minutes' or '3 hours', rounded up so that the wait is long enough. */
export function duration(seconds: number): string {
  if (seconds < 90) return count(seconds, 'second');
  if (seconds < 90 * 60) return count(Math.ceil(seconds / 60), 'minute');
  return count(Math.ceil(seconds / 3600), 'hour');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
