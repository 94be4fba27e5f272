import { Paper } from '@mantine/core';
import { useState } from 'react';
import { soldPageDays } from '@marketplace/shared/deals/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { WaitingLineNote, useWaitingLine } from '../../deals/WaitingLineNote.tsx';
import { regionDayText } from '../../../ui/time/region-day.ts';
import { shortMomentText } from '../../deals/times.ts';

const day = 24 * 60 * 60_000;

/** Explains to the viewer that the listing is reserved or sold. */
export function AvailabilityNote({ listing }: { listing: ListingView }) {
  const user = useCurrentUser();
  const { offeredUntil, reservedUntil } = useWaitingLine(listing) ?? {};
  const [now] = useState(Date.now);
  const isMine = reservedUntil && !offeredUntil;
  const hasLine = listing.availability === 'reserved' && user?.id !== listing.sellerId && !isMine;
  const text = isMine
    ? `Reserved for you until ${shortMomentText(reservedUntil, now)}.`
    : noteOf(listing);
  return (
    text && (
      <Paper bd="1px solid var(--line)" px="md" py="sm">
        <p style={{ margin: 0 }}>{text}</p>
        {hasLine && <WaitingLineNote listing={listing} />}
      </Paper>
    )
  );
}

function noteOf({ availability, soldAt }: ListingView): string | null {
  if (availability === 'reserved') {
    return 'Reserved for a buyer. If the deal falls through, this will be available again.';
  }
  if (soldAt === null) return null;
  const end = regionDayText(Date.parse(soldAt) + soldPageDays * day);
  return `Sold on ${regionDayText(soldAt)}. This page stays up until ${end}.`;
}
