import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@marketplace/db/types.generated';
import type { AdminEvent } from '@marketplace/shared/admin/views';
import type { AppContext } from '../../app-context.ts';
import type { StoredEntry } from '../../realtime/feed.ts';

/** What a change causes once it is committed. */
export interface Effects {
  /** Events in feeds. */
  entries: StoredEntry[];
  /** Sessions that ended. */
  sessionIds: string[];
  news: AdminEvent[];
}

/** These effects, and no others. */
export function effectsOf(effects: Partial<Effects>): Effects {
  return { entries: [], sessionIds: [], news: [], ...effects };
}

/** Makes a change in one transaction and then publishes its effects. */
export async function runAndPublish(
  { db, hub }: { db: Kysely<DB>; hub: AppContext['hub'] },
  change: (trx: Transaction<DB>) => Promise<Effects>,
): Promise<void> {
  publish(hub, await db.transaction().execute(change));
}

/** Publishes effects. Call it after the commit. */
function publish(hub: AppContext['hub'], { entries, sessionIds, news }: Effects): void {
  if (sessionIds.length > 0) hub.closeSessions(sessionIds);
  hub.deliver(entries);
  for (const one of news) hub.admin.publish(one);
}
