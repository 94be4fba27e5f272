import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { safeSpotInput } from '@marketplace/shared/admin/schemas';
import type { SafeSpot } from '@marketplace/shared/deals/views';
import { isId } from '@marketplace/shared/ids';
import { isolated } from '@marketplace/shared/direction';
import { matchTown } from '@marketplace/shared/regions/match-location';
import type { AppContext } from '../../app-context.ts';
import { AppError, badField, notFound } from '../../errors.ts';
import { audit } from '../moderation/audit-log.ts';

const columns = ['id', 'name', 'town', 'note'] as const;

/** Returns all places to meet, by town and name. */
export async function listSafeSpots(db: Db): Promise<{ items: SafeSpot[] }> {
  const items = await db
    .selectFrom('safeSpots')
    .select(columns)
    .orderBy('town')
    .orderBy('name')
    .execute();
  return { items };
}

/**
 * Adds a place to meet and logs it in the audit log. Throws BAD_REQUEST for a town outside the
 * region, CONFLICT for a name that the town's list has.
 */
export async function addSafeSpot(
  { db }: Pick<AppContext, 'db'>,
  { name, note, actorId, ...typed }: output<typeof safeSpotInput> & { actorId: string },
): Promise<SafeSpot> {
  const match = matchTown(typed.town);
  if (!match.ok) throw badField('town', 'Choose a town in the Capital Region.', match.suggestions);
  const town = match.town.name;
  return db.transaction().execute(async (trx) => {
    const spot = await trx
      .insertInto('safeSpots')
      .values({ name, town, note })
      .onConflict((conflict) => conflict.columns(['town', 'name']).doNothing())
      .returning(columns)
      .executeTakeFirst();
    if (!spot)
      throw new AppError('CONFLICT', `${isolated(name)} in ${town} is already in the list.`);
    await audit(trx, ['spot', spot.id], { actorId, action: 'spot.add', details: { name, town } });
    return spot;
  });
}

/** Removes a place to meet and logs it in the audit log. Throws NOT_FOUND for an unknown one. */
export async function removeSafeSpot(
  { db }: Pick<AppContext, 'db'>,
  { id, actorId }: { id: string; actorId: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const spot = isId(id)
      ? await trx
          .deleteFrom('safeSpots')
          .where('id', '=', id)
          .returning(['id', 'name', 'town'])
          .executeTakeFirst()
      : undefined;
    if (!spot) throw notFound('Spot');
    const { name, town } = spot;
    await audit(trx, ['spot', spot.id], {
      actorId,
      action: 'spot.remove',
      details: { name, town },
    });
  });
}
