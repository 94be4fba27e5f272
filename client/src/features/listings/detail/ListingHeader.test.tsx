// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import type { ListingView } from '@marketplace/shared/listings/views';
import { renderComponent } from '../../../test/render.tsx';
import { CurrentUserContext } from '../../auth/use-current-user.ts';
import { AvailabilityNote } from './ListingHeader.tsx';

const show = (state: Partial<ListingView>) => {
  const listing = { availability: 'available', soldAt: null, ...state } as ListingView;
  return renderComponent(<AvailabilityNote listing={listing} />);
};

test('explains a reserved listing and shows nothing for an available one', () => {
  const { unmount } = show({ availability: 'reserved' });
  expect(screen.queryAllByRole('paragraph')).toHaveLength(1);
  expect(screen.getByText(/^Reserved for a buyer\./)).toBeTruthy();
  unmount();
  show({});
  expect(screen.queryAllByRole('paragraph')).toEqual([]);
});

test('says that the listing is reserved for the viewer and offers no waiting line', async () => {
  const listing = { id: 'desk', sellerId: 'ann', availability: 'reserved', soldAt: null };
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-06-10T16:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const reservedUntil = '2026-06-11T16:00:00.000Z';
  renderComponent(
    <CurrentUserContext value={{ id: 'bob' } as CurrentUser}>
      <AvailabilityNote listing={listing as ListingView} />
    </CurrentUserContext>,
    { 'deals.line': { position: null, length: 2, offeredUntil: null, reservedUntil } },
  );
  expect(await screen.findByText(/^Reserved for you until tomorrow, 12 PM/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

test('counts days in the time zone of the region, across a change to winter time', () => {
  // 11:30 PM on October 30 in New York.
  show({ availability: 'sold', soldAt: '2026-10-31T03:30:00.000Z' });
  expect(screen.getByText('Sold on Oct 30. This page stays up until Jan 28.')).toBeTruthy();
});
