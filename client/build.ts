import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './vite.config.ts';

const built = join(import.meta.dirname, 'dist/client');
const logLevel = 'warn';

const root = join(import.meta.dirname, 'src/features/offline');

/**
 * The service worker and the page that it shows offline. They are built after the client and share
 * no files with it, so that the client's first view does not grow.
 */
const offline: InlineConfig = {
  logLevel,
  configFile: false,
  root,
  publicDir: false,
  plugins: [namesRelease()],
  build: {
    target: oldestBrowsers,
    outDir: built,
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: [join(root, 'offline.html'), join(root, 'service-worker.ts')],
      output: {
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? 'sw.js' : 'assets/[name]-[hash].js',
      },
    },
  },
};

/** Writes the release's hash into the worker: browsers install a worker only if it changed. */
function namesRelease(): Plugin {
  return {
    name: 'names-release',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { 'sw.js': worker, ...others } = bundle;
        if (worker?.type !== 'chunk') throw new Error('The service worker is not built.');
        // index.html names the client's files, and their names change with their content.
        const hash = createHash('sha256').update(readFileSync(join(built, 'index.html')));
        for (const file of Object.values(others)) {
          hash.update(file.type === 'chunk' ? file.code : file.source);
        }
        const release = hash.digest('base64url').slice(0, 16);
        worker.code = worker.code.replaceAll('__RELEASE__', release);
      },
    },
  };
}

// A single process needs a quarter less time than three.
await Promise.all([
  build({ logLevel }).then(() => build(offline)),
  // The bundle that the server renders pages with.
  build({ logLevel, build: { ssr: 'src/entry-server.tsx', outDir: 'dist/server' } }),
]);
