import { type APIRequestContext, expect } from '@playwright/test';

/** Posts listings for the signed-in user, in the given order, and returns what was stored. */
export async function postListings(
  request: APIRequestContext,
  listings: Record<string, unknown>[],
): Promise<{ id: string; sellerId: string }[]> {
  const stored = [];
  for (const data of listings) {
    const answer = await request.post('/api/listings', { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    stored.push((await answer.json()) as { id: string; sellerId: string });
  }
  return stored;
}

/** Uploads a picture for a listing, and returns its address. */
export async function uploadPicture(request: APIRequestContext, buffer: Buffer): Promise<string> {
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  const answer = await request.post('/api/upload', { multipart: { type: 'listing', file } });
  return ((await answer.json()) as { url: string }).url;
}

/** Calls a procedure that changes data, as the site's pages do. */
export async function call<Data = unknown>(
  request: APIRequestContext,
  procedure: string,
  data: object,
): Promise<Data> {
  const answer = await request.post(`/trpc/${procedure}`, { data });
  expect(answer.ok(), procedure).toBe(true);
  return ((await answer.json()) as { result: { data: Data } }).result.data;
}

/** Calls a query without input. */
export async function query<T>(request: APIRequestContext, procedure: string): Promise<T> {
  const params = { input: '{}' };
  const answer = await request.get(`/trpc/${procedure}`, { params });
  expect(answer.ok(), procedure).toBe(true);
  return ((await answer.json()) as { result: { data: T } }).result.data;
}
