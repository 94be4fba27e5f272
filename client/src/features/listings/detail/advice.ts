import type { Category, Condition } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';

/** The meaning of each condition. */
const meanings: Record<Condition, string> = {
  new: 'never used',
  'like-new': 'barely used, no wear',
  good: 'works fine, shows wear',
  fair: 'works, with visible flaws',
  poor: 'for parts or repair',
};

export function conditionMeaning(condition: string): string | undefined {
  return Object.hasOwn(meanings, condition) ? meanings[condition as Condition] : undefined;
}

const generalTip = 'Meet in a public place and look it over before you pay.';

const tips: Record<Category, string> = {
  electronics: 'Power it on and check for an activation lock before you pay.',
  furniture: 'Measure your doorways first, and bring someone to help carry.',
  clothing: 'Check the size, seams, and zippers before you pay.',
  accessories: 'Check clasps, straps, and brand marks closely before you pay.',
  services: 'Agree on the price and what it covers in writing before work starts.',
  food: 'Ask about allergens, ingredients, and when it was made.',
  health: "Make sure it's sealed, and check the expiration date.",
  automotive: 'Match the VIN to the title, and take a test drive before you pay.',
  home: 'Look it over in daylight, and test anything that plugs in.',
  sports: 'Try it out, and check helmets and straps for cracks and wear.',
  books: 'Flip through the pages, and test discs and games before you pay.',
  other: generalTip,
};

/** For the seller of an item that another user wants. */
const sellingTip = 'Meet in a public place, and count the money before you hand it over.';

/** Returns one sentence on what to look out for in a deal. */
export function safetyTip({ category, kind }: Pick<ListingView, 'category' | 'kind'>): string {
  if (kind === 'wanted') return sellingTip;
  return Object.hasOwn(tips, category) ? tips[category as Category] : generalTip;
}
