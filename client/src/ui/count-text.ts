/** A number of listings; `capped` where there are at least that many. */
export interface Count {
  count: number;
  capped?: boolean | undefined;
}

export interface Counted extends Count {
  value: string;
}

/** '42', '1,000+'. */
export function numberText({ count, capped }: Count): string {
  return `${count.toLocaleString('en-US')}${capped ? '+' : ''}`;
}

/** '1 listing', '42 listings', '1,000+ listings'. */
export function totalText(total: Count): string {
  return `${numberText(total)} ${total.count === 1 && !total.capped ? 'listing' : 'listings'}`;
}

/** ' (42)' after an option; nothing until the counts are known. */
export function countText(counts: Counted[] | undefined, value: string): string {
  if (!counts) return '';
  return ` (${numberText(counts.find((one) => one.value === value) ?? { count: 0 })})`;
}

/** A seller's rating on a card: one decimal and the number of reviews, '0.0 (0)' without any. */
export function cardRatingText(rating: number, reviewCount: number): string {
  return `${rating.toFixed(1)} (${reviewCount})`;
}

/** A seller's rating in words: 'New Seller' without any review, else '4.5 (1 review)'. */
export function sellerRatingText(rating: number, reviewCount: number): string {
  if (rating === 0 && reviewCount === 0) return 'New Seller';
  return `${rating.toFixed(1)} (${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'})`;
}
