import type { Attack } from './attack.ts';
import type { Answer, Visitor } from './visitor.ts';

interface Listing {
  title: string;
}

const place = { price: '5', location: 'Troy' };

/** One account must not dominate the list, neither by number nor by repetition. */
export const postingFlood: Attack = {
  name: 'posting-flood',
  async run({ signIn, visitor }) {
    const flooder = await signIn('flood@example.com', '203.0.113.1');
    const repeater = await signIn('repeat@example.com', '203.0.113.2');
    const neighbor = await signIn('neighbor@example.com', '203.0.113.3');
    await neighbor.rest('POST', '/api/listings', { title: 'Neighbor’s lamp', ...place });
    const repeated = await untilRefused(repeater, 10, () => ({ title: 'Watch', ...place }));
    const posted = await untilRefused(flooder, 400, (number) => ({
      title: `Watch ${number}`,
      isFeatured: true,
      ...place,
    }));
    const reader = visitor('203.0.113.4');
    const list = resultOf<{ items: Listing[] }>(
      await reader.query('listings.list', { fold: true }),
    );
    const titles = list.items.map(({ title }) => title);
    const featured = resultOf<Listing[]>(await reader.query('listings.featured'));
    return [
      {
        tried: `posted ${posted.done} of 400 listings, then ${posted.status}`,
        held: posted.done <= 50,
      },
      {
        tried: `posted the same ${repeated.done} times, then ${repeated.status}`,
        held: repeated.done === 4,
      },
      {
        tried: `took ${titles.filter((title) => title.startsWith('Watch ')).length} of the first ${titles.length} places`,
        held: titles.includes('Neighbor’s lamp'),
      },
      { tried: `took ${featured.length} places of the featured row`, held: featured.length === 1 },
    ];
  },
};

async function untilRefused(
  seller: Visitor,
  tries: number,
  listingOf: (number: number) => object,
): Promise<{ done: number; status: number }> {
  let status = 0;
  for (let done = 0; done < tries; done += 1) {
    ({ status } = await seller.rest('POST', '/api/listings', listingOf(done)));
    if (status !== 201) return { done, status };
  }
  return { done: tries, status };
}

function resultOf<Result>({ body }: Answer): Result {
  return (body as { result: { data: Result } }).result.data;
}
