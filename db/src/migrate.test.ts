import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client, type Pool } from 'pg';
import { expect, inject, it } from 'vitest';
import { createDatabase, createPool } from './database.ts';
import { type AppMigration, migrate, readMigrations } from './migrate.ts';

const migrations = await readMigrations();

/** Three pools on an empty database, as of three servers. */
async function withServers(test: (pools: [Pool, Pool, Pool]) => Promise<void>): Promise<void> {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  const open = () => createPool({ connectionString: url.href }, () => undefined);
  const pools: [Pool, Pool, Pool] = [open(), open(), open()];
  try {
    await test(pools);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
}

it('runs every migration once when servers start at the same time, and nothing after that', () =>
  withServers(async (pools) => {
    const ran = await Promise.all(pools.map((pool) => migrate(pool)));
    expect(ran.flat()).toEqual(Object.keys(migrations));
    expect(await migrate(pools[0])).toEqual([]);
  }));

it('builds an index concurrently while other servers wait, after what ran in transactions', () =>
  withServers(async (pools) => {
    const more: Record<string, AppMigration> = {
      ...migrations,
      '9999-1-index': {
        concurrently: true,
        up: async (db) => {
          await sql`drop index concurrently if exists users_later`.execute(db);
          await sql`create index concurrently users_later on users (created_at)`.execute(db);
        },
      },
    };
    const ran = await Promise.all(pools.map((pool) => migrate(pool, more)));
    expect(ran.flat()).toEqual(Object.keys(more));
    const { rows } = await pools[0].query(
      "select indisvalid from pg_index where indexrelid = 'users_later'::regclass",
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  }));

it('a migration that fails leaves nothing behind, and the ones before it stay', () =>
  withServers(async ([pool]) => {
    const more: Record<string, AppMigration> = {
      ...migrations,
      '9999-1-fails': {
        up: async (db) => {
          await sql`create table half (id int)`.execute(db);
          throw new Error('no further');
        },
      },
    };
    await expect(migrate(pool, more)).rejects.toThrow('no further');
    const { rows } = await pool.query(
      "select to_regclass('half') half, to_regclass('users') users",
    );
    expect(rows).toEqual([{ half: null, users: 'users' }]);
    expect(await migrate(pool)).toEqual([]);
  }));

/** Makes a migrated database look as if these migrations had run instead of the baseline. */
const replaceBaseline = (pool: Pool, names: readonly string[]) =>
  pool.query(
    `with replaced as (
      delete from kysely_migration where name = '2026-11-26-1-baseline' returning timestamp
    )
    insert into kysely_migration select name, timestamp from replaced, unnest($1::text[]) as name`,
    [names],
  );

it('adopts a database that has every migration before the baseline, with its rows', () =>
  withServers(async (pools) => {
    const baseline = { '2026-11-26-1-baseline': migrations['2026-11-26-1-baseline']! };
    const later = Object.keys(migrations).slice(1);
    await migrate(pools[0], baseline);
    await pools[0].query("insert into users (email, username) values ('a@example.com', 'a')");
    const old = ['2026-11-20-1-accounts', '2026-11-24-1-push', '2026-11-26-1-removals-at-commit'];
    await replaceBaseline(pools[0], old);
    const ran = await Promise.all(pools.map((pool) => migrate(pool)));
    expect(ran.flat()).toEqual(later);
    const { rows } = await pools[0].query('select username from users');
    expect(rows).toEqual([{ username: 'a' }]);
    const names = await pools[0].query('select name from kysely_migration order by name');
    expect(names.rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
    expect(await migrate(pools[1])).toEqual([]);
  }));

it('adopts a database that also has later migrations, and runs only those after them', () =>
  withServers(async ([pool]) => {
    await migrate(pool);
    await replaceBaseline(pool, ['2026-11-24-1-push', '2026-11-26-1-removals-at-commit']);
    expect(await migrate(pool)).toEqual([]);
  }));

it('refuses an older database and names the commit to start first, and changes nothing', () =>
  withServers(async ([pool]) => {
    const baseline = { '2026-11-26-1-baseline': migrations['2026-11-26-1-baseline']! };
    await migrate(pool, baseline);
    await replaceBaseline(pool, ['2026-11-20-1-accounts', '2026-11-24-1-push']);
    await expect(migrate(pool)).rejects.toThrow(/older than the first migration.* 89cfef21 once/);
    const { rows } = await pool.query('select name from kysely_migration order by name');
    expect(rows.map(({ name }) => name)).toEqual(['2026-11-20-1-accounts', '2026-11-24-1-push']);
  }));

it('takes controls of direction out of texts and their copies, and nothing else', () =>
  withServers(async ([pool]) => {
    await migrate(pool);
    await pool.query(`insert into safe_spots (name, town, note) values
      ('Station \u202Eyrboll', 'Troy', '\u2067'), ('שלום C++\u200F', 'Troy', 'a\nb')`);
    await pool.query(`with someone as
        (insert into users (email, username) values ('a@example.com', 'a') returning id)
      insert into notifications (user_id, type, group_key, data)
      select id, 'message', 'a', '{"name": "Dana \u2069\u202E", "content": "\\"x\\""}' from someone`);
    await migrations['2026-11-26-4-bidi']?.up(createDatabase(pool));
    const spots = await pool.query('select name, note from safe_spots order by name');
    expect(spots.rows).toEqual([
      { name: 'Station yrboll', note: '\u2067' },
      { name: 'שלום C++\u200F', note: 'a\nb' },
    ]);
    const notifications = await pool.query('select data from notifications');
    expect(notifications.rows).toEqual([{ data: { name: 'Dana ', content: '"x"' } }]);
  }));
