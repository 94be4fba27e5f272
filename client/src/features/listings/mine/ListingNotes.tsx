import { Anchor } from '@mantine/core';
import { isolated } from '@marketplace/shared/direction';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { formatPrice } from '@marketplace/shared/money';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { weekdayText } from '../../../ui/time/time-text.ts';
import { heldText } from '../held-text.ts';
import { useListingTerm } from './use-listing-term.tsx';
import classes from './MyListings.module.css';

/** The sentences below a seller's listing: why it is hidden, its deal, its end and its price plan. */
export function ListingNotes({ listing }: { listing: OwnListingView }) {
  const { hidden, deal, priceSteps } = listing;
  return (
    <>
      {hidden && <HiddenNote listing={listing} />}
      {!hidden && deal && <DealNote {...deal} />}
      {!hidden && <TermNote listing={listing} />}
      {priceSteps && <PricePlan {...priceSteps} />}
    </>
  );
}

/** Shows the buyer of a reserved or sold listing. Shows nothing for a buyer outside the site. */
function DealNote({ conversationId, buyerName, until }: NonNullable<OwnListingView['deal']>) {
  if (conversationId === null) return null;
  const chat = paths.conversation(conversationId);
  return (
    <p className={classes.note}>
      {until ? 'Reserved for ' : 'Sold to '}
      <Anchor component={PageLink} to={chat} inherit underline="always">
        <bdi>{buyerName}</bdi>
      </Anchor>
      {until && ` until ${weekdayText(until)}`}
    </p>
  );
}

function PricePlan({ percent, days, floor, nextAt }: NonNullable<OwnListingView['priceSteps']>) {
  return (
    <p className={`${classes.note} numbers`}>
      {percent}% lower every {days} days, down to {formatPrice(floor)}. Next:{' '}
      {regionDayText(nextAt)}
    </p>
  );
}

/** Offers to renew an ended listing, or asks whether an old one is still available. */
function TermNote({ listing }: { listing: OwnListingView }) {
  const { renew, confirm, blockedUntil } = useListingTerm(listing);
  if (listing.availability === 'expired' && blockedUntil) {
    return <p className={classes.note}>This listing has ended. Renew it from {blockedUntil} on.</p>;
  }
  if (listing.availability === 'expired') {
    return (
      <p className={classes.note}>
        This listing has ended. You can{' '}
        <Anchor component="button" type="button" inherit underline="always" onClick={renew}>
          renew it
        </Anchor>{' '}
        for a year.
      </p>
    );
  }
  if (listing.askedAt === null) return null;
  return (
    <p className={classes.note}>
      Is this still available?{' '}
      <Anchor component="button" type="button" inherit underline="always" onClick={confirm}>
        Yes, it is
      </Anchor>
    </p>
  );
}

const decisions = paths.settingsSection('decisions');

/** Explains why others cannot see a hidden listing, and what the seller can do. */
function HiddenNote({ listing: { id, hidden, held } }: { listing: OwnListingView }) {
  if (held) return <p className={`${classes.note} as-typed`}>{heldText(held)}</p>;
  if (hidden?.by === 'reports') {
    return (
      <p className={classes.note}>
        This listing is hidden until a moderator has looked at it.{' '}
        <Anchor component={PageLink} to={decisions} inherit underline="always">
          See why
        </Anchor>
      </p>
    );
  }
  return (
    <p className={`${classes.note} as-typed`}>
      Hidden by moderators
      {hidden?.reason ? `: ${isolated(hidden.reason.replace(/[.!]$/, ''))}.` : '.'}{' '}
      <Anchor component={PageLink} to={decisions} inherit underline="always">
        See why, or appeal
      </Anchor>
      . Or{' '}
      <Anchor
        component={PageLink}
        to={`${paths.editListing(id)}?resubmit=1`}
        inherit
        underline="always"
      >
        fix and send again
      </Anchor>
      .
    </p>
  );
}
