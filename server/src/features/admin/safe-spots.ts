import type { output } from 'zod';
import type { Db } from '@marketplace/db/database';
import type { safeSpotInput } from '@marketplace/shared/admin/schemas';
import type { SafeSpot } from '@marketplace/shared/deals/views';
import { isolated } from '@marketplace/shared/direction';
import { matchTown } from '@marketplace/shared/regions/match-location';
import { AppError, assertId, badField, notFound } from '../../errors.ts';
import { audit } from '../moderation/audit-log.ts';

const columns = ['id', 'name', 'town', 'note'] as const;

/** Returns all meeting places, by town and name. */
export async function listSafeSpots(db: Db): Promise<{ items: SafeSpot[] }> {
  const spots = db.selectFrom('safeSpots').select(columns);
  return { items: await spots.orderBy('town').orderBy('name').execute() };
}

/**
 * Adds and logs a meeting place. Throws BAD_REQUEST for an unknown town, CONFLICT for a name that
 * the town already has.
 */
export async function addSafeSpot(
  db: Db,
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

/** Removes and logs a meeting place. Throws NOT_FOUND for an unknown one. */
export async function removeSafeSpot(db: Db, { id, actorId }: { id: string; actorId: string }) {
  assertId(id, 'Spot');
  await db.transaction().execute(async (trx) => {
    const removed = trx.deleteFrom('safeSpots').where('id', '=', id).returning(columns);
    const spot = await removed.executeTakeFirst();
    if (!spot) throw notFound('Spot');
    const details = { name: spot.name, town: spot.town };
    await audit(trx, ['spot', spot.id], { actorId, action: 'spot.remove', details });
  });
}
