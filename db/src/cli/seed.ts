import { parseArgs } from 'node:util';
import { createPool } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded/embedded-postgres.ts';
import { migrate } from '../migrate.ts';
import { seedSynthetic } from '../synthetic/synthetic.ts';
import { readEnvironment } from './environment.ts';

/**
 * Adds synthetic listings (`npm run db:seed -- --listings 100000`) to the database at DATABASE_URL.
 * Without DATABASE_URL, uses the embedded database in DATA_DIR, and starts it if necessary.
 */
const { values } = parseArgs({ options: { listings: { type: 'string', default: '10000' } } });
const listings = Number(values.listings);
if (!Number.isInteger(listings) || listings < 1) {
  console.error(`--listings is ${values.listings}; allowed: a whole number above 0.`);
  process.exit(1);
}
const { databaseUrl, dataDir } = readEnvironment();
const embedded = databaseUrl ? null : await startEmbeddedPostgres({ dataDir });
const connectionString = databaseUrl ?? embedded?.connectionString;
const pool = createPool({ connectionString }, (error) => console.error(error.message));
await migrate(pool);
await seedSynthetic(pool, {
  listings,
  onProgress(done) {
    const bar = '#'.repeat(Math.round((done / listings) * 40)).padEnd(40, '.');
    process.stdout.write(`\r[${bar}] ${done} of ${listings}`);
  },
});
process.stdout.write('\n');
await pool.end();
await embedded?.stop();
