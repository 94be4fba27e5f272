import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { sharedPhotosField, sharePath } from '@marketplace/shared/paths';
import { escapeHtml } from '@marketplace/shared/texts';
import { makeOnce } from '../platform/coalesce.ts';
import type { Config } from '../platform/config.ts';
import { clientBuild, type Pages } from './client-build.ts';

/** Serves the web app manifest, and the page that the service worker shows without a connection. */
export function registerOffline(app: FastifyInstance, config: Config, pages: Pages): void {
  app.get('/manifest.webmanifest', async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json');
    return JSON.stringify(webManifest(config));
  });

  // The service worker answers this call with the photos. A browser that has none yet loses them.
  app.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, body, done) => {
      body.resume();
      done(null);
    });
    scope.post(sharePath, async (_request, reply) => reply.redirect('/edit-listing/new', 303));
  });

  if (config.development) return;
  const page = makeOnce(async () => {
    const [template] = await Promise.all([
      readFile(`${clientBuild}/offline.html`, 'utf8'),
      pages.load('/offline'),
    ]);
    return template
      .replaceAll('<!--product-->', () => escapeHtml(config.brand.productName))
      .replace('<!--fonts-->', () => pages.fontPreloads());
  });
  app.get('/offline', async (_request, reply) => {
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
    return page();
  });
}

function webManifest({ brand }: Config) {
  const png = (name: string, size: number, purpose: string) => {
    return { src: `/icons/${name}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose };
  };
  return {
    id: '/',
    name: brand.productName,
    description: 'Buy and sell locally in the Capital Region of New York.',
    lang: 'en',
    start_url: '/listings',
    scope: '/',
    display: 'standalone',
    // This is the background of light pages. Dark pages set their color themselves.
    background_color: '#faf7f2',
    theme_color: '#faf7f2',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      png('icon-192', 192, 'any'),
      png('icon-512', 512, 'any'),
      png('maskable-512', 512, 'maskable'),
    ],
    shortcuts: [
      { name: 'Browse listings', short_name: 'Browse', url: '/listings' },
      { name: 'Post a listing', short_name: 'Post', url: '/edit-listing/new' },
      { name: 'Messages', url: '/messages' },
    ].map((shortcut) => ({ ...shortcut, icons: [png('icon-192', 192, 'any')] })),
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedPhotosField, accept: ['image/*'] }] },
    },
  };
}
