import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { availabilityLabel, kindLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import classes from './ListingState.module.css';

/** Label of a listing that was removed while on screen. */
export const goneText = 'No longer available';

/** True if a listing is inactive and the user is neither its seller nor an admin. */
export function isGoneFor({ isActive, sellerId }: ListingView, user?: CurrentUser | null) {
  return !isActive && !user?.isAdmin && user?.id !== sellerId;
}

/** True if a poster of the listing would lead people to something that they can still get. */
export function canPrintPoster({ isActive, availability }: ListingView): boolean {
  return isActive && (availability === 'available' || availability === 'reserved');
}

export function AvailabilityBadge({ availability }: Pick<ListingView, 'availability'>) {
  const label = availabilityLabel(availability);
  return (
    label && (
      <span className={`${classes.badge} pill`} data-availability={availability}>
        {label}
      </span>
    )
  );
}

/** Says why others cannot see a listing. */
export function InactiveBadge({ children }: { children: ReactNode }) {
  return <span className={`${classes.inactive} pill`}>{children}</span>;
}

/** Marks a listing by a user who wants to buy an item. */
export function WantedBadge({ kind }: Pick<ListingView, 'kind'>) {
  return kind === 'wanted' && <span className={`${classes.wanted} pill`}>{kindLabel(kind)}</span>;
}

export function FeaturedBadge() {
  return (
    <Group component="span" className="pill" display="inline-flex" gap={4} bg="maple.6" c="white">
      <IconStarFilled size={12} aria-hidden />
      Featured
    </Group>
  );
}

/** Returns the label of the button to message the seller. A wanted listing sells nothing. */
export function contactText({ kind }: Pick<ListingView, 'kind'>): string {
  return kind === 'wanted' ? 'Send a message' : 'Contact Seller';
}

export function FirmPrice({ isFirmPrice, kind }: Pick<ListingView, 'isFirmPrice' | 'kind'>) {
  if (!isFirmPrice || kind === 'wanted') return null;
  return (
    <Text span fz="sm" fw={500} c="dimmed" ml="xs">
      Firm price
    </Text>
  );
}

export function PreviousPrice({ previousPrice }: Pick<ListingView, 'previousPrice'>) {
  if (previousPrice === null) return null;
  return (
    <s className={classes.previous}>
      <span className={VisuallyHidden.classes.root}>was </span>
      {formatPrice(previousPrice)}
    </s>
  );
}
