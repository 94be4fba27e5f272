import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { clientBuild } from '../../rendering/pages.ts';

/**
 * The routes that Fastify is given while `build` builds an app, such as 'GET /api/listings/:id'. HEAD
 * goes with GET; the files of the client are left out.
 */
export async function routesOf(build: () => Promise<unknown>): Promise<string[]> {
  const found = new Set<string>();
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      if (existsSync(`${clientBuild}${url}`)) return;
      for (const one of [method].flat()) if (one !== 'HEAD') found.add(`${one} ${url}`);
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    await build();
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
  return [...found].sort();
}
