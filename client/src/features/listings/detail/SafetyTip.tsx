import { Group } from '@mantine/core';
import type { Category } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconShieldCheck } from '../../../ui/icons/page-icons.tsx';
import classes from './ListingPage.module.css';

/** Shows one tip for a safe deal. */
export function SafetyTip({ listing }: { listing: ListingView }) {
  return (
    <Group
      component="aside"
      gap={12}
      px={16}
      py={12}
      align="flex-start"
      wrap="nowrap"
      bdrs="var(--radius-card)"
      bg="var(--selected)"
      aria-label="Safety tip"
    >
      <IconShieldCheck
        size={20}
        stroke={1.75}
        color="var(--mantine-color-anchor)"
        style={{ flex: 'none' }}
        aria-hidden
      />
      <p style={{ margin: 0 }}>
        {safetyTip(listing)}{' '}
        <PageLink to={paths.communityGuidelines} className={classes.tipLink}>
          More safety tips
        </PageLink>
      </p>
    </Group>
  );
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
function safetyTip({ category, kind }: ListingView): string {
  if (kind === 'wanted') return sellingTip;
  return Object.hasOwn(tips, category) ? tips[category as Category] : generalTip;
}
