import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { clientRoot } from './client-files.ts';
import type { ServerBundle } from './page.ts';
import type { Pages } from './pages.ts';

/** The client straight from its sources, with reload: for development alone. */
export async function developmentPages(app: FastifyInstance): Promise<Pages> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: `${clientRoot}/vite.config.ts`,
    server: { middlewareMode: true },
    appType: 'custom',
  });
  app.addHook('onClose', () => vite.close());
  return {
    async load(url) {
      const source = await readFile(`${clientRoot}/index.html`, 'utf8');
      const [template, bundle] = await Promise.all([
        vite.transformIndexHtml(url, source),
        vite.ssrLoadModule('/src/entry-server.tsx') as unknown as Promise<ServerBundle>,
      ]);
      return { bundle, template };
    },
    fontPreloads: () => '',
    modulePreloads: () => '',
    async serveFile(request, reply) {
      const [path = ''] = request.url.split('?', 1);
      if (!path.startsWith('/@') && !/\.\w+$/.test(path)) return false;
      reply.hijack();
      vite.middlewares(request.raw, reply.raw, () => {
        reply.raw.statusCode = 404;
        reply.raw.end();
      });
      return true;
    },
  };
}
