import { sql } from 'kysely';
import type { Db } from '@marketplace/db/database';
import { maxAwayDays } from '@marketplace/shared/account/constants';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import { regionDay } from '@marketplace/shared/regions/region-time';
import type { AppContext } from '../../app-context.ts';
import { badField } from '../../errors.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Throws BAD_REQUEST for a day of return that is not in the future, or too far in it. */
export function assertAwayUntil(day: string): void {
  const last = Date.now() + maxAwayDays * dayMs;
  if (day <= regionDay(Date.now())) {
    throw badField('awayUntil', 'Choose a day after today for your return.');
  }
  if (day > regionDay(last)) {
    const problem = `You can be away for up to ${maxAwayDays} days. Choose ${regionDayText(last)} or earlier.`;
    throw badField('awayUntil', problem);
  }
}

/**
 * Takes the user's listings out of all lists until a day, or puts them back. Returns the ids of those
 * that changed. Someone who leaves or returns has answered whether the listings are still available.
 * Call it in the transaction that has changed the user, whose row new listings lock.
 */
export async function setListingsAway(trx: Db, sellerId: string, until: string | null) {
  const rows = await trx
    .updateTable('listings')
    .set({ awayUntil: until, askedAt: null })
    .set({ confirmedAt: sql<Date>`case when asked_at is null then confirmed_at else now() end` })
    .where((eb) => eb.and({ sellerId, deletedAt: null }))
    .where(sql<boolean>`away_until is distinct from ${until}::date`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Runs the job `endAbsences`: puts the listings of people who return today back into lists. */
export async function endAbsences({ db, hub }: Pick<AppContext, 'db' | 'hub'>): Promise<void> {
  for (;;) {
    const ids = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ id: string }>`
        update users set away_until = null where id = (
          select id from users where away_until <= ${regionDay(Date.now())}::date
          limit 1 for no key update skip locked)
        returning id`.execute(trx);
      return rows[0] && setListingsAway(trx, rows[0].id, null);
    });
    if (!ids) return;
    hub.listings.changed(ids);
  }
}
