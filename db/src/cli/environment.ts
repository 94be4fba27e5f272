import { existsSync } from 'node:fs';

/** Reads where the database is. The environment wins over `.env`. Empty variables are unset. */
export function readEnvironment(): { databaseUrl: string | undefined; dataDir: string } {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const { DATABASE_URL, DATA_DIR } = process.env;
  return { databaseUrl: DATABASE_URL || undefined, dataDir: DATA_DIR || './data' };
}
