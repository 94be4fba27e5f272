import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { clientBuild } from '../../rendering/client-build.ts';

/**
 * Returns the routes that Fastify gets while `build` builds an app, for example 'GET
 * /api/listings/:id'. HEAD counts as GET; files of the client are left out.
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
