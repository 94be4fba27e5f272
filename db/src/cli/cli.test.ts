import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

const name = `cli_${randomUUID().replaceAll('-', '')}`;
const url = new URL(inject('postgresUrl'));
url.pathname = `/${name}`;
const admin = new Client({ connectionString: inject('postgresUrl') });

beforeAll(async () => {
  await admin.connect();
  await admin.query(`create database ${name}`);
});
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

/** Runs a command in a new folder that contains only this `.env`, and returns what it printed. */
async function run(
  [command = '', ...args]: string[],
  { dotenv, env = {} }: { dotenv: string; env?: Record<string, string> },
): Promise<string> {
  const cwd = join(inject('filesDirectory'), randomUUID());
  mkdirSync(cwd, { mode: 0o711 });
  writeFileSync(join(cwd, '.env'), dotenv);
  const program = fileURLToPath(new URL(`${command}.ts`, import.meta.url));
  const options = { cwd, env: { PATH: process.env['PATH'], ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], options);
  return stdout;
}

async function countListings(): Promise<number> {
  const client = new Client({ connectionString: url.href });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as count from listings');
  await client.end();
  return rows[0].count;
}

it('migrate and seed read the database URL from .env', async () => {
  const dotenv = `DATABASE_URL=${url.href}`;
  expect(await run(['migrate'], { dotenv })).toMatch(/^Migrated: /);
  await run(['seed', '--listings', '3'], { dotenv });
  expect(await countListings()).toBe(3);
});

it('treats an empty DATABASE_URL as unset: migrate fails, and seed uses the embedded database', async () => {
  const empty = { dotenv: 'DATA_DIR=./embedded', env: { DATABASE_URL: '' } };
  await expect(run(['migrate'], empty)).rejects.toThrow('DATABASE_URL is unset');
  expect(await run(['seed', '--listings', '3'], empty)).toContain('3 of 3');
});
