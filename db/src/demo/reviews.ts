import type { Category } from '@marketplace/shared/listings/constants';
import written from './content/reviews.json' with { type: 'json' };
import { createRandom, demoId } from './random.ts';
import type { DemoListing, DemoReview, DemoUser } from './types.ts';

/** A comment of null is a rating without words. */
type ReviewText = { rating: number; comment: string | null; reply?: string };

const COUNT = 90;

function textsFor(category: Category): readonly ReviewText[] {
  if (category === 'food') return written.food;
  return category === 'services' ? written.services : written.goods;
}

/** Reviews of sellers by other members, each about another listing, newest listings left out. */
export function demoReviews(
  now: Date,
  users: readonly DemoUser[],
  listings: readonly DemoListing[],
): DemoReview[] {
  const random = createRandom(37);
  const settled = listings.filter(
    (listing) => now.getTime() - listing.createdAt.getTime() > 3 * 86_400_000,
  );
  const step = settled.length / COUNT;
  const used = new Map<readonly ReviewText[], number>();
  return Array.from({ length: COUNT }, (_, i) => settled[Math.floor(i * step)]).flatMap(
    (listing, i) => {
      if (!listing) return [];
      const texts = textsFor(listing.category);
      const turn = used.get(texts) ?? 0;
      used.set(texts, turn + 1);
      const text = texts[turn % texts.length];
      const others = users.filter(
        (user) => user.id !== listing.sellerId && !user.isAdmin && !user.canUsePaypal,
      );
      const reviewer = random.pick(others);
      if (!text) return [];
      const span = now.getTime() - listing.createdAt.getTime();
      return [
        {
          id: demoId('review', i + 1),
          reviewerId: reviewer.id,
          sellerId: listing.sellerId,
          listingId: listing.id,
          rating: text.rating,
          comment: text.comment,
          reply: text.reply ?? null,
          createdAt: new Date(
            Math.round(listing.createdAt.getTime() + span * random.between(0.3, 0.95)),
          ),
        },
      ];
    },
  );
}
