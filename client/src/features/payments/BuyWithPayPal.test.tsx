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

/** The button as a buyer finds it, and what the page asked the server. */
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

test('what is available can be bought, without asking about its line', () => {
  const { calls } = show('available', line);
  expect(button()).toBeTruthy();
  expect(calls).toEqual([]);
});

test('what is reserved can be bought by whom it is reserved for', async () => {
  const { calls, unmount } = show('reserved', line);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(button()).toBeNull();
  unmount();
  show('reserved', mine);
  expect(await screen.findByRole('button', { name: 'Buy Now with PayPal' })).toBeTruthy();
});

test('what is sold can be bought by nobody', () => {
  show('sold', mine);
  expect(button()).toBeNull();
});
