import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, createPool } from '@marketplace/db/database';
import { startEmbeddedPostgres } from '@marketplace/db/embedded/embedded-postgres';
import { startSession } from '@marketplace/server/features/auth/sessions';
import { readConfig } from '@marketplace/server/platform/config';
import { createLogger } from '@marketplace/server/platform/logger';
import { createSecrets } from '@marketplace/server/platform/secrets';
import { startServer } from '@marketplace/server/server';
import { startModelServer } from '@marketplace/server/test/fake-openai';
import { startPayPalServer } from '@marketplace/server/test/paypal-server';
import { startPushServer } from '@marketplace/server/test/push-server';
import { startS3Server } from '@marketplace/server/test/s3-server';
import { createTestUser } from '@marketplace/server/test/users';
import { metricNames } from '@marketplace/shared/analytics/metrics';
import { startMailCatcher } from './mail-catcher.ts';
import { suiteSecret } from './secret.ts';

/**
 * Starts the server under test: the real one, on an embedded PostgreSQL and a file store of its
 * own. Email goes to a real SMTP server, and the tests fetch it over HTTP. Local servers stand in
 * for the push service and PayPal. With E2E_S3=1, files are on a real S3 server, and a local server
 * stands in for the language model.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'marketplace-e2e-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const pool = createPool({ connectionString: postgres.connectionString }, () => undefined);
const db = createDatabase(pool);
const mail = await startMailCatcher(Number(process.env.E2E_MAIL_PORT), startSessionOf);
const paypal = await startPayPalServer(Number(process.env.E2E_PAYPAL_PORT));
const push = await startPushServer(Number(process.env.E2E_PUSH_PORT));
const s3 = process.env.E2E_S3 ? await startS3Server() : undefined;
const model = s3 && (await startModelServer());
if (s3 === null) throw new Error('E2E_S3 is set, and the S3 server cannot start here.');
const config = readConfig({
  NODE_ENV: 'test',
  PORT: process.env.E2E_PORT,
  DATA_DIR: dataDir,
  SMTP_URL: mail.smtpUrl,
  SESSION_SECRET: suiteSecret,
  // The admins of the tests. Files that run in parallel use different admins, so that they do not
  // receive each other's codes.
  ADMIN_EMAILS:
    'ann bob cleo dan eve fay gus hal ida joe kim lea max nat oli pam pia quin rae ren rob roz sid'
      .split(' ')
      .map((name) => `${name}.admin@example.com`)
      .join(','),
  // The screens of admins have no banner about second factors until a month before the end.
  ADMIN_SECOND_FACTOR_GRACE_DAYS: '365',
  SEED_DEMO: 'false',
  RATE_LIMIT_FACTOR: '1000',
  LOG_LEVEL: 'warn',
  ...paypal.environment,
  PUSH_SERVICE_URL: push.origin,
  ...(s3 && {
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: 'marketplace-e2e',
    S3_ACCESS_KEY: s3.accessKey,
    S3_SECRET_KEY: s3.secretKey,
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: model?.url,
  }),
});
const server = await startServer(config, createLogger(config.logLevel), {
  web: true,
  worker: true,
});
// Users of tests are members unless a test says that their account is new.
await pool.query('alter table users alter column standing set default 1');
// The hourly job computes level 0 for them, and adds this.
await pool.query('alter table users alter column standing_adjustment set default 1');

// Past days, which no test can wait for: 20 a day for each metric, divided among two counties.
await pool.query(
  `insert into daily_figures (day, metric, county, category, value)
  select current_date - back, metric, county, category, case when county is null then 20 else 10 end
  from generate_series(1, 150) back,
    unnest($1::text[]) metric,
    (values (null, null), ('Albany', 'books'), ('Rensselaer', 'furniture')) as place (county, category)`,
  [metricNames],
);

process.on('SIGTERM', async () => {
  await server.close();
  await mail.close();
  await paypal.close();
  await push.close();
  await s3?.stop();
  await model?.close();
  await pool.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

/**
 * Starts a session of the user with this address, who is created if there is none. An address with
 * 'newcomer' gets a new account.
 */
async function startSessionOf(email: string): Promise<string> {
  const find = db.selectFrom('users').select('id').where('email', '=', email);
  const standing = email.includes('newcomer') ? 0 : 1;
  const user = (await find.executeTakeFirst()) ?? (await createTestUser(db, { email, standing }));
  const { id: userId } = user;
  return (await startSession(db, createSecrets(suiteSecret), { userId, userAgent: '' })).token;
}
