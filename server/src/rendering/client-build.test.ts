import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, inject, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { registerOffline } from './offline.ts';
import { builtPages } from './client-build.ts';

/**
 * Returns the paths of a build of the client that does not exist yet, and functions that write it.
 */
function emptyBuild() {
  const folder = join(inject('filesDirectory'), randomUUID());
  mkdirSync(join(folder, '.vite'), { recursive: true });
  const bundle = join(folder, 'entry-server.js');
  return {
    paths: { build: folder, bundle },
    writeBundle: (source: string) => writeFileSync(bundle, source),
    writeFiles() {
      writeFileSync(join(folder, 'index.html'), '<!--body-->');
      writeFileSync(join(folder, 'offline.html'), 'You are offline');
      writeFileSync(join(folder, '.vite/manifest.json'), '{}');
    },
  };
}

it('loads the client again after the first page has failed', async () => {
  const client = emptyBuild();
  const pages = builtPages(client.paths);
  await expect(pages.load('/')).rejects.toThrow('The client is not built');
  client.writeBundle('export const prepare = () => 1;');
  await expect(pages.load('/')).rejects.toThrow('ENOENT');
  client.writeFiles();
  const loaded = await pages.load('/');
  expect(loaded.template).toBe('<!--body-->');
  expect(await pages.load('/listings')).toBe(loaded);
});

it('renders the offline page again after it has failed', async () => {
  const client = emptyBuild();
  const app = Fastify();
  registerOffline(app, readConfig({ NODE_ENV: 'test' }), builtPages(client.paths));
  expect((await app.inject('/offline')).statusCode).toBe(500);
  client.writeBundle('export const prepare = () => 1;');
  client.writeFiles();
  const answer = await app.inject('/offline');
  expect([answer.statusCode, answer.body.length > 0]).toEqual([200, true]);
});
