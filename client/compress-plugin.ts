import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const compressible = /\.(js|css|svg)$/;

/** Writes each text file of the build compressed beside it, so that the server only has to send it. */
export function compressPlugin(): Plugin {
  let folder = '';
  return {
    name: 'compress',
    apply: (config, { isSsrBuild }) => config.build !== undefined && !isSsrBuild,
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async writeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => compressible.test(name)).map(compressFile));
    },
  };

  async function compressFile(name: string): Promise<void> {
    const path = join(folder, name);
    const content = await readFile(path);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    await Promise.all([
      brotli(content, { params }).then((small) => writeFile(`${path}.br`, small)),
      gzipped(content, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ]);
  }
}
