import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReverseProxy } from '@marketplace/server/test/reverse-proxies';
import { type Instance, startInstance } from '../faults/instance.ts';
import { type Postgres, startPostgres } from '../faults/postgres.ts';
import { until } from '../faults/until.ts';
import { createPeople, type Person, sessionSecret } from './people.ts';
import { missingInstance, type ProxyName, proxyStarters } from './proxies.ts';
import { startLoad } from './load.ts';
import { type Feed, openFeed } from './feeds.ts';

export interface RollingOptions {
  proxies: ProxyName[];
  /** The rate through each proxy. */
  requestsPerSecond: number;
  socketsPerProxy: number;
  /** How often each of the two instances restarts. */
  restarts: number;
  log: (line: string) => void;
}

export interface Figures {
  answered: number;
  posted: number;
  sockets: number;
  /** The number of sockets that replaced another. */
  moved: number;
  restarts: number;
  /** Descriptions of failures. Empty if no client noticed the restarts. */
  failures: string[];
}

/** The pause between restarts. It is as long as nginx avoids an instance that has refused it. */
const pauseMs = 12_000;
const restartTimeoutMs = 60_000;
const eventsTimeoutMs = 10_000;

/**
 * Restarts two instances in turn behind real proxies, with open sockets and with requests, some of
 * which change data. Returns null if a proxy is not installed.
 */
export async function runRolling(options: RollingOptions): Promise<Figures | null> {
  const directory = mkdtempSync(join(tmpdir(), 'marketplace-rolling-'));
  const failures: string[] = [];
  const postgres = await startPostgres(directory);
  const people = await createPeople(postgres.db, options.socketsPerProxy);
  const environment = {
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://rolling.example',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, 'files'),
    SESSION_SECRET: sessionSecret,
    TRUST_PROXY: 'true',
    // The default in production.
    DRAIN_SECONDS: '5',
    RATE_LIMIT_FACTOR: '100000',
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
  };
  const onCrash = (complaint: string) => void failures.push(complaint);
  const start = (name: string) => startInstance({ name, directory, environment, onCrash });
  const instances = [await start('one'), await start('two')];
  const started: ReverseProxy[] = [];
  try {
    await until(() => missingOf(instances), restartTimeoutMs);
    const ports = instances.map(({ port }) => port);
    for (const name of options.proxies) {
      const proxy = await proxyStarters[name](ports);
      if (!proxy) return null;
      started.push(proxy);
    }
    const feeds = started.flatMap(({ url }) => people.map((person) => openFeed(url, person)));
    await until(() => missingFeed(feeds), restartTimeoutMs);
    const loads = started.map(({ url }) => startLoad(url, people, options.requestsPerSecond));
    for (let n = 0; n < options.restarts * 2; n++) {
      // Before the first restart, no instance has refused nginx.
      if (n > 0) await delay(pauseMs);
      await until(() => missingInProxies(options.proxies, started), restartTimeoutMs);
      const instance = instances[n % 2];
      if (instance) options.log(`${instance.name}: ${await restart(instance)} ms`);
    }
    await delay(pauseMs / 4);
    const counts = await Promise.all(loads.map((load) => load.stop()));
    const figures = {
      answered: counts.reduce((sum, { answered }) => sum + answered, 0),
      posted: counts.reduce((sum, { posted }) => sum + posted, 0),
      sockets: feeds.length,
      moved: feeds.reduce((sum, feed) => sum + feed.opened() - 1, 0),
    };
    failures.push(...counts.flatMap((count) => count.failures));
    const [stored] = await postgres.rows<{ n: number }>('select count(*)::int n from messages');
    if (stored?.n !== figures.posted) {
      failures.push(`${figures.posted} messages were acknowledged and ${stored?.n} stored`);
    }
    const last = await lastPositions(postgres, people);
    await until(() => missingEvent(feeds, last), eventsTimeoutMs).catch((error: unknown) =>
      failures.push(String(error)),
    );
    failures.push(...feeds.flatMap((feed) => feed.failures()));
    await Promise.all(feeds.map((feed) => feed.close()));
    return { ...figures, restarts: options.restarts * 2, failures };
  } finally {
    await Promise.all(started.map((proxy) => proxy.stop()));
    await Promise.all(instances.map((instance) => instance.stop()));
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Restarts an instance, and returns how long it took to be ready again, in ms. */
async function restart(instance: Instance): Promise<number> {
  const start = performance.now();
  instance.strike('SIGTERM');
  await until(
    async () => ((await instance.missing()) ? null : 'it still serves'),
    restartTimeoutMs,
  );
  await until(() => instance.missing(), restartTimeoutMs);
  return Math.round(performance.now() - start);
}

async function missingOf(instances: Instance[]): Promise<string | null> {
  const missing = await Promise.all(instances.map((instance) => instance.missing()));
  return missing.find((reason) => reason !== null) ?? null;
}

async function missingInProxies(names: ProxyName[], proxies: ReverseProxy[]) {
  const missing = await Promise.all(
    names.map((name, n) => missingInstance(name, proxies[n]?.url ?? '')),
  );
  return missing.find((reason) => reason !== null) ?? null;
}

function missingFeed(feeds: Feed[]): string | null {
  return feeds.some((feed) => !feed.isLive()) ? 'a feed is not there yet' : null;
}

async function lastPositions({ rows }: Postgres, people: Person[]): Promise<Map<string, number>> {
  const found = await rows<{ id: string; position: number }>(
    `select user_id id, max(seq)::int position from feed_events
      where user_id = any($1) group by user_id`,
    [people.map(({ id }) => id)],
  );
  return new Map(found.map(({ id, position }) => [id, position]));
}

function missingEvent(feeds: Feed[], last: Map<string, number>): string | null {
  const behind = feeds.find((feed) => feed.position() < (last.get(feed.person.id) ?? 0));
  return behind ? `${behind.person.id} has seen events up to ${behind.position()} only` : null;
}
