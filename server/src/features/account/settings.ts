import { DatabaseError } from 'pg';
import { sql, type Updateable } from 'kysely';
import type { AccountSettings, AccountSettingsInput } from '@marketplace/shared/account/schemas';
import type { Db } from '@marketplace/db/database';
import type { Users } from '@marketplace/db/types.generated';
import { parseImageUrl } from '@marketplace/shared/media/urls';
import { unauthorized } from '@marketplace/shared/outcomes/session';
import { AppError, badField } from '../../errors.ts';
import type { AppContext } from '../../app-context.ts';
import { perHour } from '../../platform/limiter.ts';
import { placeWithinRegion } from '../listings/place.ts';
import { lockOwnImages } from '../media/images.ts';
import { screenNames } from '../screening/screen-texts.ts';
import { assertAwayUntil, setListingsAway } from './away.ts';
import { assertNames } from './name-rules.ts';

const changesText = 'You can change your settings {points} times an hour.';
const hourlyChanges = perHour('settings', 60, changesText);

const settings = ['showPresence', sql<string | null>`away_until::text`.as('awayUntil')] as const;

/** Returns the settings. Fails if there is no such user; the caller has a valid session. */
export async function getSettings(db: Db, userId: string): Promise<AccountSettings> {
  return db.selectFrom('users').select(settings).where('id', '=', userId).executeTakeFirstOrThrow();
}

/**
 * Changes the given settings and returns all. `showPresence` takes effect at once on every open
 * page, and `awayUntil` on all listings. Throws CONFLICT for a username that is taken in any case;
 * BAD_REQUEST for a deceptive name, a `town` outside the region, another user's `avatarImage` or an
 * `awayUntil` that is not ahead; UNAUTHORIZED; and TOO_MANY_REQUESTS.
 */
export async function updateSettings(
  ctx: Pick<AppContext, 'db' | 'hub' | 'limiter' | 'config' | 'screener'>,
  userId: string,
  { avatarImage, town, ...values }: AccountSettingsInput,
): Promise<AccountSettings> {
  const { db, hub, limiter, config, screener } = ctx;
  await limiter.take(hourlyChanges, userId);
  if (values.awayUntil) assertAwayUntil(values.awayUntil);
  let changedIds: string[] = [];
  const stored = await db.transaction().execute(async (trx) => {
    const names = await trx
      .selectFrom('users')
      .select(['firstName', 'lastName', 'username'])
      .where('id', '=', userId)
      .executeTakeFirst();
    assertNames(names, values, config.brand);
    await screenNames({ screener, db: trx }, { userId, stored: names, given: values });
    const changes: Updateable<Users> = {
      ...values,
      town: typeof town === 'string' ? placeWithinRegion(town, config, 'town').location : town,
    };
    if (avatarImage !== undefined) {
      const imageId = avatarImage && parseImageUrl(avatarImage);
      if (avatarImage && !(imageId && (await lockOwnImages(trx, userId, [imageId])))) {
        throw badField('avatarImage', 'Choose a picture you uploaded.');
      }
      changes.avatarImageId = imageId;
    }
    const given = Object.values(changes).some((value) => value !== undefined);
    if (!given) return getSettings(trx, userId);
    const updated = await update(trx, userId, changes);
    const { awayUntil } = values;
    if (awayUntil !== undefined) changedIds = await setListingsAway(trx, userId, awayUntil);
    return updated;
  });
  hub.listings.changed(changedIds);
  if (values.showPresence !== undefined) hub.presence.show(userId, stored.showPresence);
  return stored;
}

async function update(trx: Db, userId: string, changes: Updateable<Users>) {
  try {
    const stored = await trx
      .updateTable('users')
      .set(changes)
      .where((eb) => eb.and({ id: userId, deletedAt: null }))
      .returning(settings)
      .executeTakeFirst();
    if (!stored) throw new AppError('UNAUTHORIZED', unauthorized);
    return stored;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.constraint !== 'users_username_key') throw error;
    const message = 'This username is taken.';
    throw new AppError('CONFLICT', message, { issues: [{ path: 'username', message }] });
  }
}
