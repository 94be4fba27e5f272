/** A number of listings. With `capped`, there are at least that many. */
export type Count = { count: number; capped?: boolean | undefined };

export type Counted = Count & { value: string };

/** Returns '42' or '1,000+'. */
export function numberText({ count, capped }: Count): string {
  return `${count.toLocaleString('en-US')}${capped ? '+' : ''}`;
}

/** Returns '1 listing', '42 listings', or '1,000+ listings'. */
export function totalText(total: Count): string {
  return `${numberText(total)} ${total.count === 1 && !total.capped ? 'listing' : 'listings'}`;
}

/** Returns ' (42)' to append to an option; '' until the counts are known. */
export function countText(counts: Counted[] | undefined, value: string): string {
  if (!counts) return '';
  return ` (${numberText(counts.find((one) => one.value === value) ?? { count: 0 })})`;
}

/** Returns a seller's rating for a card: '4.5 (128)', or '0.0 (0)' without reviews. */
export function cardRatingText(rating: number, reviewCount: number): string {
  return `${rating.toFixed(1)} (${reviewCount})`;
}

/** Returns a seller's rating in words: '4.5 (1 review)', or 'New Seller' without reviews. */
export function sellerRatingText(rating: number, reviewCount: number): string {
  if (rating === 0 && reviewCount === 0) return 'New Seller';
  return `${rating.toFixed(1)} (${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'})`;
}
