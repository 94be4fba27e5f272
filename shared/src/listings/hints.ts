/** The sentence of each hint to a seller, and the label of its link to the form of the listing. */
export const listingHints = {
  'price-above-similar': {
    text: 'Your price is higher than that of most similar listings.',
    action: 'Edit the price',
  },
  'few-photos': {
    text: 'Similar listings have more photos than yours.',
    action: 'Add photos',
  },
  'many-views-no-messages': {
    text: 'Many people have looked at this listing, but no one has sent a message yet. A clearer description can help.',
    action: 'Edit the description',
  },
} as const;

export type ListingHint = keyof typeof listingHints;
