import type { Attack } from './attack.ts';
import type { Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** Buyers trust ratings, so throwaway accounts must not be able to sink one. */
export const reviewBombing: Attack = {
  name: 'review-bombing',
  async run(target, { quick }) {
    const { signIn, pool } = target;
    const count = quick ? 5 : 15;
    const strangers = await createSeller(target, 'strangers');
    for (let at = 0; at < count; at += 1) {
      const account = await signIn(`bomb-${at}@example.com`, `198.51.100.${at + 1}`);
      for (const listingId of strangers.listingIds) await strangers.rate(account, listingId);
    }

    const neighbors = await createSeller(target, 'neighbors');
    const older: Visitor[] = [];
    for (let at = 0; at < 6; at += 1)
      older.push(await signIn(`neighbor-${at}@example.com`, '192.0.2.9'));
    await pool.query(`update users set created_at = now() - interval '4 days'
      where email like 'neighbor-%'`);
    for (const account of older) await neighbors.rate(account, neighbors.listingIds[0]!);

    const aliases = await createSeller(target, 'aliases');
    for (let at = 0; at < 3; at += 1) {
      const account = await signIn(`e.v.e+${at}@example.com`, `192.0.2.${at + 100}`);
      await aliases.rate(account, aliases.listingIds[0]!);
    }

    const loop = await createSeller(target, 'loop');
    for (let at = 0; at < 3; at += 1) {
      const email = `loop+${at}@example.com`;
      const account = await signIn(email, '192.0.2.200');
      await loop.rate(account, loop.listingIds[0]!);
      await account.mutate('account.deleteAccount', { email });
    }

    return [
      await strangers.finding(`rated a seller ${count * 2} times from ${count} new accounts`, 3),
      await neighbors.finding(`rated a seller from ${older.length} accounts on one network`, 3),
      await aliases.finding('rated a seller from 3 accounts of one mailbox', 1),
      await loop.finding('signed in, rated a seller and left, 3 times', 0),
    ];
  },
};

/** Creates a seller with two listings. `finding` compares the counted ratings with a limit. */
async function createSeller({ signIn, visitor }: Target, name: string) {
  const seller = await signIn(`${name}@example.com`, '203.0.113.1');
  const listingIds: string[] = [];
  let sellerId = '';
  for (const title of ['Oak table', 'Pine chair']) {
    const listing = { title, price: '120', location: 'Troy', category: 'furniture' };
    const { body } = await seller.rest('POST', '/api/listings', listing);
    listingIds.push(String(body.id));
    sellerId = String(body.sellerId);
  }
  return {
    listingIds,
    rate: (by: Visitor, listingId: string) =>
      by.rest('POST', '/api/seller-reviews', { sellerId, listingId, rating: 1 }),
    async finding(tried: string, most: number) {
      const { body } = await visitor('203.0.113.1').rest('GET', `/api/listings/${listingIds[0]}`);
      const { sellerReviewCount } = body.seller as { sellerReviewCount: number };
      return { tried: `${tried}: ${sellerReviewCount} count`, held: sellerReviewCount <= most };
    },
  };
}
