import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSession } from '@marketplace/server/features/auth/sessions';
import { createTestListing } from '@marketplace/server/features/messaging/messaging.fixtures';
import { cookieName } from '@marketplace/server/platform/http';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { type RedisServer, startRedisServer } from '@marketplace/server/test/redis-server';
import { createTestUser } from '@marketplace/server/test/users';
import { type Instance, startInstance } from './instance.ts';
import { createPerson, type Person } from './person.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { type Proxy, startProxy } from './proxy.ts';
import type { Random } from './random.ts';
import { until } from './until.ts';

const sessionSecret = 'the secret of the fault campaign, long enough';
const peopleCount = 20;
/** The number of conversations opened before the first fault. */
const conversationCount = 30;
const listingCount = 2;
const startTimeoutMs = 60_000;

/** Two instances behind one proxy, on one database, and the people who use them. */
export interface World {
  directory: string;
  postgres: Postgres;
  instances: Instance[];
  redis: Redis | null;
  proxy: Proxy;
  people: Person[];
  /** Instances that ended without being stopped. */
  crashes: string[];
  /** Resolves when both instances serve requests. */
  healed(): Promise<void>;
  /** Closes everything. With `keepLogs`, the folder with the instances' logs remains. */
  close(keepLogs: boolean): Promise<void>;
}

/** A Redis server that can be stopped and started again on the same port. */
export interface Redis {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Returns null when `useRedis` is false or Redis is not installed. */
async function startRedis(useRedis: boolean): Promise<Redis | null> {
  let server: RedisServer | null = useRedis ? await startRedisServer() : null;
  if (!server) return null;
  const { url } = server;
  return {
    url,
    async stop() {
      await server?.stop();
      server = null;
    },
    async start() {
      server ??= await startRedisServer(Number(new URL(url).port));
    },
  };
}

/** Starts a world with twenty people, who have one or two open pages and conversations. */
export async function startWorld(random: Random, useRedis: boolean): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'marketplace-faults-'));
  const postgres = await startPostgres(directory);
  const redis = await startRedis(useRedis);
  const crashes: string[] = [];
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(directory, 'files'),
    SESSION_SECRET: sessionSecret,
    RATE_LIMIT_FACTOR: '100000',
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
    ...(redis && { REDIS_URL: redis.url }),
  };
  const onCrash = (complaint: string) => void crashes.push(complaint);
  const instances = await Promise.all(
    ['one', 'two'].map((name) => startInstance({ name, directory, environment, onCrash })),
  );
  const proxy = await startProxy(() => random.pick(instances).port);
  const healed = async () => {
    await until(async () => {
      const missing = await Promise.all(instances.map((instance) => instance.missing()));
      return missing.find((reason) => reason !== null) ?? null;
    }, startTimeoutMs);
  };
  await healed();
  const people = await createPeople(postgres, proxy.url, random);
  return {
    ...{ directory, postgres, instances, redis, proxy, people, crashes, healed },
    async close(keepLogs) {
      await Promise.all(people.map((person) => person.close()));
      await proxy.close();
      await Promise.all(instances.map((instance) => instance.stop()));
      await redis?.stop();
      await postgres.stop();
      rmSync(keepLogs ? join(directory, 'database') : directory, { recursive: true, force: true });
    },
  };
}

async function createPeople({ db }: Postgres, url: string, random: Random): Promise<Person[]> {
  const secrets = createSecrets(sessionSecret);
  const people: Person[] = [];
  for (let n = 0; n < peopleCount; n++) {
    const { id } = await createTestUser(db, { username: `person-${n}`, standing: n % 2 });
    const { token } = await startSession(db, secrets, { userId: id, userAgent: 'Fault campaign' });
    const cookie = `${cookieName('session', false)}=${token}`;
    // A small number, so that several people want the same listing.
    const listings = await Promise.all(
      Array.from({ length: listingCount }, (_, m) =>
        createTestListing(db, id, { title: `Table ${n}.${m}` }),
      ),
    );
    people.push(createPerson({ account: { name: `person-${n}`, id, cookie }, url, listings }));
  }
  for (let n = 0; n < conversationCount; n++) {
    const buyer = people[n % peopleCount];
    const others = people.filter((person) => person !== buyer);
    await buyer?.open(random.pick(others), random.below(listingCount));
  }
  people.forEach((person, n) => person.start(n % 3 === 0 ? 2 : 1));
  return people;
}
