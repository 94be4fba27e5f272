import { build } from 'vite';

/**
 * `npm run build`: what browsers fetch, what the server renders with, and the offline page, which names
 * the files of the first. One process takes three quarters of the time of three.
 */
const logLevel = 'warn';
const server = { ssr: 'src/entry-server.tsx', outDir: 'dist/server' };

await Promise.all([
  build({ logLevel }).then(() => build({ logLevel, configFile: 'vite.offline.config.ts' })),
  build({ logLevel, build: server }),
]);
