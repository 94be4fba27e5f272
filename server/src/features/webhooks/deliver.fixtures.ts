import { createDatabase, createPool } from '@marketplace/db/database';
import type { AppContext } from '../../app-context.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { runDeliveries, toThisMachine } from './webhooks.fixtures.ts';

const pool = createPool({ connectionString: process.argv[2] ?? '' }, () => undefined);
const secrets = createSecrets('a secret of tests that is 32 characters or more');
await runDeliveries({
  pool,
  db: createDatabase(pool),
  secrets,
  outbound: toThisMachine,
} as AppContext);
