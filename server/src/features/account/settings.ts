import { DatabaseError } from 'pg';
import type { Updateable } from 'kysely';
import type { AccountSettings, AccountSettingsInput } from '@marketplace/shared/account/schemas';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { AppError, badField } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import type { LimitRule } from '../../platform/limiter.ts';
import { assertNames, type Names } from './name-rules.ts';

const hourlyChanges: LimitRule = {
  name: 'settings',
  points: 60,
  seconds: 60 * 60,
  text: 'You can change your settings {points} times an hour.',
};

/** What the user has decided. Throws when there is none: the caller has a live session. */
export async function getSettings(db: Db, userId: string): Promise<AccountSettings> {
  return db
    .selectFrom('users')
    .select('showPresence')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/**
 * Changes what is given and returns how the choices stand. Whether others see the user online changes
 * at once, on every instance and for all open pages. Throws CONFLICT for a username that somebody
 * has, in whatever case, a refusal of new names that could deceive others and of an `avatarImage`
 * that somebody else uploaded, UNAUTHORIZED for a user who is gone, TOO_MANY_REQUESTS after 60 changes
 * in an hour.
 */
export async function updateSettings(
  { db, hub, limiter, config }: Pick<AppContext, 'db' | 'hub' | 'limiter' | 'config'>,
  userId: string,
  { avatarImage, ...values }: AccountSettingsInput,
): Promise<AccountSettings> {
  await limiter.take(hourlyChanges, userId);
  const stored = await db.transaction().execute(async (trx) => {
    assertNames(await findNames(trx, userId), values, config.brand);
    const changes: Updateable<Users> = { ...values };
    if (avatarImage !== undefined) {
      changes.avatarImageId = avatarImage && (await lockOwnImage(trx, userId, avatarImage));
    }
    const given = Object.values(changes).some((value) => value !== undefined);
    return given ? update(trx, userId, changes) : getSettings(trx, userId);
  });
  if (values.showPresence !== undefined) hub.presence.show(userId, stored.showPresence);
  return stored;
}

async function findNames(trx: Db, userId: string): Promise<Names | undefined> {
  return trx
    .selectFrom('users')
    .select(['firstName', 'lastName', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

async function update(
  trx: Db,
  userId: string,
  changes: Updateable<Users>,
): Promise<AccountSettings> {
  try {
    const stored = await trx
      .updateTable('users')
      .set(changes)
      .where('id', '=', userId)
      .where('deletedAt', 'is', null)
      .returning('showPresence')
      .executeTakeFirst();
    if (!stored) throw new AppError('UNAUTHORIZED', unauthorized);
    return stored;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'users_username_key') throw error;
    const message = 'This username is taken.';
    throw new AppError('CONFLICT', message, { issues: [{ path: 'username', message }] });
  }
}

/** The id of the user's own picture, which the removal of unused ones cannot take meanwhile. */
async function lockOwnImage(trx: Db, ownerId: string, url: string): Promise<string> {
  const id = parseImageUrl(url);
  const image = id
    ? await trx
        .selectFrom('images')
        .select('id')
        .where('id', '=', id)
        .where('ownerId', '=', ownerId)
        .forKeyShare()
        .executeTakeFirst()
    : undefined;
  if (!image) throw badField('avatarImage', 'Your picture must be one that you uploaded.');
  return image.id;
}
