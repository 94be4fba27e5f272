import type { Kysely } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { Coalesce } from './platform/coalesce.ts';
import type { Config } from './platform/config.ts';
import type { Describer } from './platform/describer.ts';
import type { Limiter } from './platform/limiter.ts';
import type { Mailbox } from './platform/mailer/mailer.ts';
import type { ObjectStore } from './platform/object-store/object-store.ts';
import type { Outbound } from './platform/outbound.ts';
import type { PayPal } from './platform/paypal/paypal.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Views } from './features/listings/stats/count-views.ts';
import type { Screener } from './features/screening/screener.ts';
import type { Hub } from './realtime/hub.ts';

/** The services of a running server, which server.ts creates once. */
export interface AppContext {
  config: Config;
  log: Logger;
  pool: Pool;
  db: Kysely<DB>;
  objects: ObjectStore;
  secrets: Secrets;
  limiter: Limiter;
  coalesce: Coalesce;
  hub: Hub;
  views: Views;
  screener: Screener;
  /** Reaches the servers of webhooks. */
  outbound: Outbound;
  /** Stores emails if there is no mail server; null if emails are really sent. */
  mailbox: Mailbox | null;
  describer: Describer | null;
  paypal: PayPal | null;
}
