import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate } from '../migrate.ts';

/** Generates the Kysely types from the migrations. With `--verify`, fails if they are stale. */
const verify = process.argv.includes('--verify');
const directory = mkdtempSync(join(tmpdir(), 'marketplace-types-'));
const postgres = await startEmbeddedPostgres({ dataDir: directory, durable: false });
try {
  const pool = createPool({ connectionString: postgres.connectionString }, () => undefined);
  await migrate(pool);
  await pool.end();
  execFileSync(
    'kysely-codegen',
    [
      ...['--dialect', 'postgres', '--url', postgres.connectionString, '--camel-case'],
      ...['--default-schema', 'public', '--include-pattern', 'public.*'],
      ...['--exclude-pattern', 'public.kysely_*'],
      ...['--out-file', 'db/src/types.generated.ts', ...(verify ? ['--verify'] : [])],
    ],
    { stdio: 'inherit' },
  );
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
