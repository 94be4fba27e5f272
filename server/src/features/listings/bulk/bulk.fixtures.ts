import type { ImportView, SavedView } from '@marketplace/shared/listings/bulk';
import type { TestDatabase } from '../../../test/database.ts';
import type { TestServer } from '../../../test/server.ts';

interface Answer<Body> {
  status: number;
  body: Body & { message?: string; issues?: { path: string; message: string }[] };
}

async function post<Body>(url: string, init: RequestInit): Promise<Answer<Body>> {
  const answer = await fetch(url, { method: 'POST', ...init });
  return { status: answer.status, body: (await answer.json()) as Answer<Body>['body'] };
}

/** Sends a file to be imported. `query` is such as 'dryRun=1'. */
export function sendCsv(
  { url }: Pick<TestServer, 'url'>,
  cookie: string,
  { body, query = '', type = 'text/csv' }: { body: string; query?: string; type?: string },
) {
  const headers = { cookie, 'content-type': type };
  return post<ImportView>(`${url}/api/listings/import?${query}`, { headers, body });
}

/** Sends items to be created or updated. */
export function sendItems(
  { url }: Pick<TestServer, 'url'>,
  cookie: string,
  { items, key }: { items: unknown; key?: string },
) {
  const headers = new Headers({ cookie, 'content-type': 'application/json' });
  if (key) headers.set('idempotency-key', key);
  const body = JSON.stringify({ items });
  return post<{ results: SavedView[] }>(`${url}/api/listings/bulk`, { headers, body });
}

/** Returns the file that the export of the user's listings contains. */
export async function exportedCsv({ url }: Pick<TestServer, 'url'>, cookie: string) {
  const answer = await fetch(`${url}/api/listings/export.csv`, { headers: { cookie } });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Returns all columns of a seller's listings, oldest first. */
export function storedListings({ db }: TestDatabase, sellerId: string) {
  return db
    .selectFrom('listings')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}
