import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { SignInOutcome, SignInView } from '@marketplace/shared/auth/sign-ins';
import type { Page } from '@marketplace/shared/pagination';
import type { Context } from '../../context.ts';
import { readPage } from '../../platform/cursor.ts';
import { roughNetworkOf } from '../../platform/networks.ts';
import { traceHashes } from '../../platform/traces.ts';
import { deviceLabel } from './trusted-devices.ts';

/**
 * Adds an entry to the log of sign-ins. Does nothing if no account has the address, for example
 * after a wrong code for a new one.
 */
export async function recordSignIn(
  db: Db,
  ctx: Pick<Context, 'secrets' | 'ip' | 'cookies' | 'userAgent'>,
  { email, outcome }: { email: string; outcome: SignInOutcome },
): Promise<void> {
  const { mailboxHash, networkHash, browserHash } = traceHashes(ctx, email);
  await sql`
    insert into sign_ins (user_id, outcome, user_agent, rough_network,
      mailbox_hash, network_hash, browser_hash)
    select id, ${outcome}, ${ctx.userAgent}, ${roughNetworkOf(ctx.ip)},
      ${mailboxHash}::bytea, ${networkHash}::bytea, ${browserHash}::bytea
    from users where email = ${email} and deleted_at is null`.execute(db);
}

/** Returns a page of the user's sign-ins within a year, newest first. Throws BAD_REQUEST. */
export async function listSignIns(
  db: Db,
  userId: string,
  page: { cursor?: string | undefined; limit: number },
): Promise<Page<SignInView>> {
  const query = db
    .selectFrom('signIns as s')
    .select(['s.id', 's.outcome', 's.userAgent', 's.roughNetwork', 's.createdAt'])
    .where('s.userId', '=', userId);
  const { items, nextCursor } = await readPage(query, page, { at: 's.createdAt', id: 's.id' });
  return {
    items: items.map(({ id, outcome, userAgent, roughNetwork, createdAt }) => ({
      ...{ id, network: roughNetwork, device: deviceLabel(userAgent) },
      outcome: outcome as SignInOutcome,
      createdAt: createdAt.toISOString(),
    })),
    nextCursor,
  };
}
