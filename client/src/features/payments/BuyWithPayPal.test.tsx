// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PageConfig } from '@marketplace/server/rendering/page';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import type { ListingView } from '@marketplace/shared/listings/views';
import { PageConfigContext } from '../../config/page-config.tsx';
import { renderComponent } from '../../test/render.tsx';
import { CurrentUserContext } from '../auth/use-current-user.ts';
import { BuyWithPayPal } from './BuyWithPayPal.tsx';

const line = { position: null, length: 0, offeredUntil: null, reservedUntil: null };
const mine = { ...line, reservedUntil: '2030-01-01T12:00:00.000Z' };

/** Renders the button for a buyer. `calls` are the requests to the server. */
function show(availability: ListingView['availability'], answer: object) {
  const listing = {
    ...{ id: 'lamp', kind: 'offer', sellerId: 'ann', seller: { canUsePaypal: true } },
    ...{ isActive: true, price: '75.00', availability },
  };
  return renderComponent(
    <PageConfigContext value={{ paypal: { environment: 'sandbox' } } as unknown as PageConfig}>
      <CurrentUserContext value={{ id: 'bob' } as CurrentUser}>
        <BuyWithPayPal listing={listing as ListingView} />
      </CurrentUserContext>
    </PageConfigContext>,
    { 'deals.line': answer },
  );
}
const button = () => screen.queryByRole('button', { name: 'Buy Now with PayPal' });

test('an available listing can be bought, without a request for its waiting line', () => {
  const { calls } = show('available', line);
  expect(button()).toBeTruthy();
  expect(calls).toEqual([]);
});

test('a reserved listing can be bought only by the buyer it is reserved for', async () => {
  const { calls, unmount } = show('reserved', line);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(button()).toBeNull();
  unmount();
  show('reserved', mine);
  expect(await screen.findByRole('button', { name: 'Buy Now with PayPal' })).toBeTruthy();
});

test('a sold listing cannot be bought', () => {
  show('sold', mine);
  expect(button()).toBeNull();
});
