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
