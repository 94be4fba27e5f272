import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, inject, it } from 'vitest';
import { createPool } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';

it('runs every migration once when servers start at the same time, and nothing after that', async () => {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const pools = [1, 2, 3].map(() => createPool({ connectionString: url.href }, () => undefined));
  const ran = await Promise.all(pools.map(migrate));
  expect(ran.flat()).toEqual(Object.keys(migrations));
  expect(await migrate(pools[0]!)).toEqual([]);
  await Promise.all(pools.map((pool) => pool.end()));
  await admin.query(`drop database ${name}`);
  await admin.end();
});
