import { fileURLToPath } from 'node:url';

/** The client package: its sources in development, its build otherwise. */
export const clientRoot = fileURLToPath(new URL('../../../client', import.meta.url));
export const clientBuild = `${clientRoot}/dist/client`;
export const builtClient = {
  build: clientBuild,
  bundle: `${clientRoot}/dist/server/entry-server.js`,
};
