import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createDatabase, createPool } from '@marketplace/db/database';
import { readConfig } from '../platform/config.ts';
import { registerWellKnown } from './well-known.ts';

const year = 365 * 24 * 60 * 60_000;

function appWith(settings: Record<string, string>) {
  const app = Fastify();
  // No query is made, so the pool never connects.
  const db = createDatabase(createPool({}, () => undefined));
  registerWellKnown(app, { db, config: readConfig({ NODE_ENV: 'test', ...settings }) });
  return app;
}

it('serves a security.txt with a contact, valid for less than a year', async () => {
  const app = appWith({ SUPPORT_EMAIL: 'help@market.test', PUBLIC_URL: 'https://market.test/' });
  const { body, headers } = await app.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = new Map(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ', 2) as [string, string]),
  );
  expect(fields.get('Contact')).toBe('mailto:help@market.test');
  expect(fields.get('Canonical')).toBe('https://market.test/.well-known/security.txt');
  const validFor = Date.parse(fields.get('Expires') ?? '') - Date.now();
  expect(validFor).toBeGreaterThan(year / 4);
  expect(validFor).toBeLessThan(year);
});

it('redirects password managers to the signed-in devices', async () => {
  const { statusCode, headers } = await appWith({}).inject('/.well-known/change-password');
  expect([statusCode, headers.location]).toEqual([302, '/settings?section=devices']);
});
