import { VisuallyHidden } from '@mantine/core';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { availabilityLabel, kindLabel } from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import classes from './ListingState.module.css';

/** Said of a listing that was removed while it was on screen. */
export const goneText = 'No longer available';

/** Whether a listing on screen can no longer be opened: its seller and admins still can. */
export function isGoneFor(
  { isActive, sellerId }: ListingView,
  user: CurrentUser | null | undefined,
): boolean {
  return !isActive && !user?.isAdmin && user?.id !== sellerId;
}

/** Says that a listing is reserved or sold. */
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

/** Says that a listing is something that somebody looks for. */
export function WantedBadge({ kind }: Pick<ListingView, 'kind'>) {
  return kind === 'wanted' && <span className={`${classes.wanted} pill`}>{kindLabel(kind)}</span>;
}

/** '$120', 'Free'; for something wanted the most that is paid: 'Up to $120'. */
export function priceOf({ kind, price }: Pick<ListingView, 'kind' | 'price'>): string {
  const text = formatPrice(price);
  return kind === 'wanted' && Number(price) > 0 ? `Up to ${text}` : text;
}

/** The price before it was lowered, struck through beside the price. */
export function PreviousPrice({ previousPrice }: Pick<ListingView, 'previousPrice'>) {
  if (previousPrice === null) return null;
  return (
    <s className={classes.previous}>
      <span className={VisuallyHidden.classes.root}>was </span>
      {formatPrice(previousPrice)}
    </s>
  );
}
