import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { isId } from '@marketplace/shared/ids';
import { maxApiTokens, type TokenScope } from '@marketplace/shared/tokens/constants';
import type { ApiTokenView, NewApiToken } from '@marketplace/shared/tokens/schemas';
import type { ApiToken } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import { newToken, type Secrets } from '../../platform/secrets.ts';
import { newTokenMail } from '../auth/security-mail.ts';

/** So that whoever finds one, a scanner of published code too, sees what it is. */
const prefix = 'mkt_';

/** The user's tokens, the newest first. */
export async function listTokens(db: Db, userId: string): Promise<ApiTokenView[]> {
  const rows = await db
    .selectFrom('apiTokens')
    .select(['id', 'name', 'scope', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(viewOf);
}

/** A new token of the user's, to be shown this once and mailed as news. Throws CONFLICT for more than twenty. */
export async function createToken(
  { db, secrets, config }: Pick<AppContext, 'db' | 'secrets' | 'config'>,
  userId: string,
  { name, scope }: { name: string; scope: TokenScope },
): Promise<NewApiToken> {
  const token = prefix + newToken();
  const row = await db.transaction().execute(async (trx) => {
    // One at a time, so that two at once do not both become the twentieth.
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const { count } = await trx
      .selectFrom('apiTokens')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= maxApiTokens) {
      throw new AppError(
        'CONFLICT',
        `You have ${maxApiTokens} tokens, which is the most. Revoke one that you do not need.`,
      );
    }
    await queueMail(trx, secrets, { to: email, ...newTokenMail({ name, scope }, config) });
    return trx
      .insertInto('apiTokens')
      .values({ userId, name, scope, tokenHash: hashOf(secrets, token) })
      .returning(['id', 'name', 'scope', 'createdAt', 'lastUsedAt'])
      .executeTakeFirstOrThrow();
  });
  return { ...viewOf(row), token };
}

/** Ends a token of the user's at once. Throws NOT_FOUND for another's and for one that is gone. */
export async function revokeToken(db: Db, userId: string, id: string): Promise<void> {
  const revoked = isId(id)
    ? await db
        .deleteFrom('apiTokens')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (!revoked) throw new AppError('NOT_FOUND', 'This token is revoked already.');
}

/** Ends all tokens of the user's. */
export async function revokeTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('apiTokens').where('userId', '=', userId).execute();
}

/**
 * Whom a token stands for, while neither is it revoked nor the user deactivated or deleted; else null.
 * Notes its use, with at most one write an hour.
 */
export async function findToken(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<ApiToken | null> {
  const row = await db
    .selectFrom('apiTokens as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select([
      't.id as tokenId',
      't.scope',
      sql<boolean>`coalesce(t.last_used_at <= now() - interval '1 hour', true)`.as('unnoted'),
      'u.id',
      'u.email',
      'u.isAdmin',
      'u.membershipTier',
    ])
    .where('t.tokenHash', '=', hashOf(secrets, token))
    .where('u.deactivatedAt', 'is', null)
    .where('u.deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (row.unnoted) {
    await db
      .updateTable('apiTokens')
      .set({ lastUsedAt: sql<Date>`now()` })
      .where('id', '=', row.tokenId)
      .execute();
  }
  return {
    id: row.tokenId,
    scope: scopeOf(row.scope),
    user: {
      id: row.id,
      email: row.email,
      isAdmin: row.isAdmin,
      membershipTier: row.membershipTier === 'premium' ? 'premium' : 'free',
    },
  };
}

function viewOf(row: {
  id: string;
  name: string;
  scope: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}): ApiTokenView {
  return {
    id: row.id,
    name: row.name,
    scope: scopeOf(row.scope),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** What is not known to write may only read. */
function scopeOf(stored: string): TokenScope {
  return stored === 'write' ? 'write' : 'read';
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('api-token', token);
}
