/** A seller's rating on a card: one decimal and the number of reviews, '0.0 (0)' without any. */
export function cardRatingText(rating: number, reviewCount: number): string {
  return `${rating.toFixed(1)} (${reviewCount})`;
}

/** A seller's rating in words: 'New Seller' without any review, else '4.5 (1 review)'. */
export function sellerRatingText(rating: number, reviewCount: number): string {
  if (rating === 0 && reviewCount === 0) return 'New Seller';
  return `${rating.toFixed(1)} (${reviewCount} ${reviewCount === 1 ? 'review' : 'reviews'})`;
}
