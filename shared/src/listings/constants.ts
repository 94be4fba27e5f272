/** A listing without a category is shown as 'General'. */
export const categories = [
  { value: 'electronics', label: 'Electronics' },
  { value: 'furniture', label: 'Furniture' },
  { value: 'clothing', label: 'Clothing' },
  { value: 'accessories', label: 'Accessories' },
  { value: 'services', label: 'Services' },
  { value: 'food', label: 'Food & Dining' },
  { value: 'health', label: 'Health & Beauty' },
  { value: 'automotive', label: 'Automotive' },
  { value: 'home', label: 'Home & Garden' },
  { value: 'sports', label: 'Sports & Recreation' },
  { value: 'books', label: 'Books & Media' },
  { value: 'other', label: 'Other' },
] as const;

export type Category = (typeof categories)[number]['value'];

export const conditions = [
  { value: 'new', label: 'New' },
  { value: 'like-new', label: 'Like new' },
  { value: 'good', label: 'Good' },
  { value: 'fair', label: 'Fair' },
  { value: 'poor', label: 'Poor' },
] as const;

/** The filter by condition: a single one, or all but new. */
export const conditionFilters = [
  conditions[0],
  { value: 'used', label: 'Used (any condition)' },
  ...conditions.slice(1),
] as const;

export type ConditionFilter = (typeof conditionFilters)[number]['value'];

export type Condition = (typeof conditions)[number]['value'];

/** The sort orders of a list. 'relevance' needs a search, 'nearest' a town, and 'along' a way. */
export const listingSorts = [
  'newest',
  'price-asc',
  'price-desc',
  'relevance',
  'nearest',
  'along',
] as const;

export type ListingSort = (typeof listingSorts)[number];

/** The listings in a list. 'all' means available and reserved ones; sold ones are in no list. */
export const availabilityFilters = ['available', 'reserved', 'all'] as const;

export type AvailabilityFilter = (typeof availabilityFilters)[number];

/** Something offered, or something that its author is looking for. */
export const listingKinds = [{ value: 'offer' }, { value: 'wanted' }] as const;

export type ListingKind = (typeof listingKinds)[number]['value'];

/** Distances from a town, in miles. */
export const nearMiles = [5, 10, 25, 50] as const;

/** Distances from the way between two towns, in miles. */
export const wayMiles = [3, 5, 10] as const;

/** Maximum ages of listings, in days. */
export const postedWithinDays = [1, 3, 7, 30] as const;

/** Price ranges in dollars, including both ends. */
export const priceBands = [
  { value: 'free', min: 0, max: 0 },
  { value: 'under-20', min: 0, max: 20 },
  { value: '20-50', min: 20, max: 50 },
  { value: '50-100', min: 50, max: 100 },
  { value: '100-250', min: 100, max: 250 },
  { value: 'from-250', min: 250, max: null },
] as const;

/** A listing moves to the top of lists by a renewal at most once in this many days. */
export const renewalDays = 7;
/** How long a renewal or an early end can be undone. */
export const undoEndingHours = 24;
/** How many days an ended listing stays in its seller's list. */
export const endedListingDays = 365;

/** How many listings a seller can renew, end or lower the price of at once. */
export const actedListingsMax = 100;

/** How many listings a page can subscribe to. */
export const liveListingsMax = 100;

/** The highest count of a filter option. Higher ones are shown as '1,000+'. */
export const facetCountMax = 1_000;

/** How many listings one call can save, and how large an imported file can be. */
export const maxBulkItems = 100;
export const maxImportRows = 500;
export const maxImportBytes = 2 * 1024 * 1024;

export const maxImages = 5;
export const titleMaxLength = 140;
export const descriptionMaxLength = 20_000;
export const locationMaxLength = 120;
export const listingsPerPage = 24;
/** The default of API calls. */
export const listingsPerCall = 60;

/** Maximum number of listings in each row below a listing. */
export const relatedPerRow = 4;

/** Returns the label of a stored category; 'General' for none or an unknown one. */
export function categoryLabel(value: string): string {
  return categories.find((category) => category.value === value)?.label ?? 'General';
}

export function kindLabel(value: ListingKind): string {
  return value === 'wanted' ? 'Wanted' : 'Offered';
}

/** Returns 'Reserved', 'Sold' or 'Ended'; null for an available listing. */
export function availabilityLabel(value: string): string | null {
  return { reserved: 'Reserved', sold: 'Sold', expired: 'Ended' }[value] ?? null;
}

/** Returns the label of a stored condition; 'Not specified' for an unknown one. */
export function conditionLabel(value: string): string {
  return conditions.find((condition) => condition.value === value)?.label ?? 'Not specified';
}
