import webPush from 'web-push';
import type { AppContext } from '../../app-context.ts';

/** The pair by which push services know this server (RFC 8292), base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

type KeyContext = Pick<AppContext, 'db' | 'secrets'>;

/**
 * The keys of this marketplace, the same for all instances, made at the first start. Under
 * another SESSION_SECRET the private one cannot be read: a new pair takes its place, and the subscriptions,
 * which know the old one, end as all sessions do.
 */
export async function pushKeys(ctx: KeyContext): Promise<PushKeys> {
  const found = await readKeys(ctx);
  if (found) return found;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await ctx.db
    .insertInto('pushKeys')
    .values({ publicKey, sealedPrivateKey: ctx.secrets.seal(privateKey) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return pushKeys(ctx);
}

async function readKeys({ db, secrets }: KeyContext): Promise<PushKeys | null> {
  const row = await db.selectFrom('pushKeys').selectAll().executeTakeFirst();
  if (!row) return null;
  try {
    return { publicKey: row.publicKey, privateKey: String(secrets.unseal(row.sealedPrivateKey)) };
  } catch {
    await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('pushKeys')
        .where('publicKey', '=', row.publicKey)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await trx.deleteFrom('pushSubscriptions').execute();
    });
    return null;
  }
}
