import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { ApiTokens } from '@marketplace/db/types.generated';
import { isId } from '@marketplace/shared/ids';
import { maxApiTokens, type TokenScope } from '@marketplace/shared/tokens/constants';
import type * as schemas from '@marketplace/shared/tokens/schemas';
import type { ApiToken } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { queueMail } from '../../platform/mailer/queue-mail.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { newTokenMail } from '../auth/security-mail.ts';
import { hidesListings, toSessionUser } from '../users/users.ts';

const columns = ['id', 'name', 'scope', 'createdAt', 'lastUsedAt'] as const;

/** Lets people and secret scanners recognize a token. */
const prefix = 'mkt_';

/** The user's tokens, the newest first. */
export async function listTokens(db: Db, userId: string): Promise<schemas.ApiTokenView[]> {
  const rows = await db
    .selectFrom('apiTokens')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(viewOf);
}

/**
 * Creates a token and mails the user. Its secret is in the answer alone. The same `clientId` again returns
 * the first token with its secret, unless that token was revoked. Throws CONFLICT beyond twenty.
 */
export async function createToken(
  { db, secrets, config }: Pick<AppContext, 'db' | 'secrets' | 'config'>,
  userId: string,
  { name, scope, clientId = randomUUID() }: output<typeof schemas.createTokenInput>,
): Promise<schemas.NewApiToken> {
  const clientHash = secrets.hash('api-token-client', clientId);
  // The random id of the token is in its secret, so that no revoked secret comes back.
  const tokenOf = (id: string) =>
    prefix + secrets.hash('api-token-secret', `${id} ${clientId}`).toString('base64url');
  const row = await db.transaction().execute(async (trx) => {
    // Locked, so that two concurrent calls do not both create the twentieth.
    const { email } = await trx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const first = await trx
      .selectFrom('apiTokens')
      .select(columns)
      .where((eb) => eb.and({ userId, clientHash }))
      .executeTakeFirst();
    if (first) return first;
    const { count } = await trx
      .selectFrom('apiTokens')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow();
    if (count >= maxApiTokens) {
      const text = `You've reached the limit of ${maxApiTokens} tokens. Revoke one you don't need.`;
      throw new AppError('CONFLICT', text);
    }
    await queueMail(trx, secrets, { to: email, ...newTokenMail({ name, scope }, config) });
    const id = randomUUID();
    return trx
      .insertInto('apiTokens')
      .values({ id, userId, name, scope, clientHash, tokenHash: hashOf(secrets, tokenOf(id)) })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });
  return { ...viewOf(row), token: tokenOf(row.id) };
}

/** Ends a token. Throws NOT_FOUND for another user's and for one that is revoked already. */
export async function revokeToken(db: Db, userId: string, id: string): Promise<void> {
  const text = 'This token is already revoked.';
  if (!isId(id)) throw new AppError('NOT_FOUND', text);
  await db
    .deleteFrom('apiTokens')
    .where((eb) => eb.and({ id, userId }))
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('NOT_FOUND', text));
}

/** Ends all tokens of the user's. */
export async function revokeTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('apiTokens').where('userId', '=', userId).execute();
}

/** The token and its user, or null if it is revoked or the user inactive. Records its use once an hour. */
export async function findToken(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  token: string,
): Promise<ApiToken | null> {
  const row = await db
    .selectFrom('apiTokens as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select(['t.id as tokenId', 't.scope', 'u.id', 'u.email', 'u.isAdmin', 'u.membershipTier'])
    .select(['u.standing', 'u.suspendedUntil', 'u.suspensionReason'])
    .select(sql<boolean>`${sql.raw(hidesListings)}`.as('hidesListings'))
    .select(sql<boolean>`coalesce(t.last_used_at <= now() - interval '1 hour', true)`.as('unnoted'))
    .where((eb) => eb.and({ 't.tokenHash': hashOf(secrets, token), 'u.deactivatedAt': null }))
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
  return { id: row.tokenId, scope: scopeOf(row.scope), user: toSessionUser(row) };
}

function viewOf(row: Pick<Selectable<ApiTokens>, (typeof columns)[number]>): schemas.ApiTokenView {
  return {
    ...row,
    scope: scopeOf(row.scope),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

function scopeOf(stored: string): TokenScope {
  return stored === 'write' ? 'write' : 'read';
}

function hashOf(secrets: Secrets, token: string): Buffer {
  return secrets.hash('api-token', token);
}
