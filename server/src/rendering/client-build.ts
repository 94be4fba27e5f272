import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Manifest } from 'vite';
import { makeOnce } from '../platform/coalesce.ts';
import type { ServerBundle } from './page.ts';

export interface Pages {
  /** Loads the template and the bundle. Throws if the client is not built. */
  load(url: string): Promise<{ bundle: ServerBundle; template: string }>;
  /** Returns links that make the browser fetch the fonts together with the page. */
  fontPreloads(): string;
  /** Returns links that make the browser fetch all modules of a page at once. */
  modulePreloads(sources: string[]): string;
  /** Serves a file of the client in development. Returns false if the request is for a page. */
  serveFile(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
}

/** Returns the built client. It is read once, for the first page. */
export function builtPages({ build, bundle: bundlePath } = builtClient): Pages {
  let manifest: Manifest = {};
  // This fails until the build is complete.
  const load = makeOnce(async () => {
    if (!existsSync(bundlePath)) throw new Error('The client is not built: npm run build.');
    const [template, manifestText, bundle] = await Promise.all([
      readFile(`${build}/index.html`, 'utf8'),
      readFile(`${build}/.vite/manifest.json`, 'utf8'),
      import(bundlePath) as Promise<ServerBundle>,
    ]);
    manifest = JSON.parse(manifestText) as Manifest;
    return { bundle, template };
  });
  return {
    load,
    fontPreloads() {
      const files = Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]);
      const fonts = [...new Set(files)].filter((file) => file.endsWith('.woff2'));
      const attributes = 'rel="preload" as="font" type="font/woff2"';
      return fonts.map((file) => `<link ${attributes} href="/${file}" crossorigin />`).join('\n');
    },
    modulePreloads: (sources) => moduleLinks(manifest, sources),
    serveFile: async () => false,
  };
}

/** Leaves out the modules of the entry, which the bundler has linked in the template. */
function moduleLinks(manifest: Manifest, sources: string[]): string {
  const entry = Object.entries(manifest).find(([, chunk]) => chunk.isEntry);
  const known = new Set<string>(entry ? [entry[0], ...(entry[1].imports ?? [])] : []);
  const wanted: string[] = [];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || known.has(key)) return;
    known.add(key);
    wanted.push(chunk.file);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  const links = wanted.map((file) => `<link rel="modulepreload" href="/${file}" crossorigin />`);
  return links.join('\n');
}

/** The folder of the client package, for its sources in development and its build otherwise. */
export const clientRoot = fileURLToPath(new URL('../../../client', import.meta.url));
export const clientBuild = `${clientRoot}/dist/client`;
const bundle = `${clientRoot}/dist/server/entry-server.js`;
export const builtClient = { build: clientBuild, bundle };
