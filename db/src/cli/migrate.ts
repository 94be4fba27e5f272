import { createPool } from '../database.ts';
import { migrate } from '../migrate.ts';
import { readEnvironment } from './environment.ts';

/** Migrates the database at DATABASE_URL (`npm run db:migrate`), as servers do when they start. */
const { databaseUrl: connectionString } = readEnvironment();
if (!connectionString) {
  console.error('DATABASE_URL is unset. The embedded database is migrated by `npm start`.');
  process.exit(1);
}
const pool = createPool({ connectionString }, (error) => console.error(error.message));
const ran = await migrate(pool);
console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}.` : 'Nothing to migrate.');
await pool.end();
