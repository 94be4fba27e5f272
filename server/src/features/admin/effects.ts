import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { AdminNews } from '@marketplace/shared/admin/views';
import type { AppContext } from '../../app-context.ts';
import type { StoredEntry } from '../../realtime/feed.ts';

/** What is to be told once a change is committed. */
export interface Outcome {
  /** Events in feeds. */
  entries: StoredEntry[];
  /** Sessions that ended. */
  sessionIds: string[];
  news: AdminNews[];
}

/** An outcome of nothing but these. */
export function outcomeOf(ctx: Partial<Outcome>): Outcome {
  return { entries: [], sessionIds: [], news: [], ...ctx };
}

/** Makes a change in one transaction and then tells everybody whom it concerns. */
export async function settle(
  { db, hub }: { db: Kysely<DB>; hub: AppContext['hub'] },
  change: (trx: Transaction<DB>) => Promise<Outcome>,
): Promise<void> {
  announce(hub, await db.transaction().execute(change));
}

/** Tells of an outcome. To be called after the commit. */
function announce(hub: AppContext['hub'], { entries, sessionIds, news }: Outcome): void {
  if (sessionIds.length > 0) hub.closeSessions(sessionIds);
  hub.deliver(entries);
  for (const one of news) hub.admin.tell(one);
}
