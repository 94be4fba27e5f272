import webPush from 'web-push';
import type { AppContext } from '../../app-context.ts';

/** The key pair that identifies this server to push services (RFC 8292), as base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

type KeyContext = Pick<AppContext, 'db' | 'secrets'>;

/**
 * Returns the keys that all instances share, and creates them on the first call. After
 * SESSION_SECRET changes, a new pair replaces the unreadable one and deletes its subscriptions.
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
