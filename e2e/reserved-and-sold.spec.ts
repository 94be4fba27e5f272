import { expect, test } from '@playwright/test';
import { call, postListings } from './api.ts';
import { twoPeople } from './two-people.ts';

test('a reserved listing is in the list only on request, and a sold one links to similar listings', async ({
  browser,
  baseURL,
}) => {
  const title = 'Quilted banner';
  const { seller, buyer, conversation, end } = await twoPeople(browser, baseURL, { title });
  const { listingId } = conversation;
  await postListings(buyer.request, [
    { title: 'Quilted pennant', price: '9', location: 'Troy', category: 'home' },
  ]);
  const lowered = { title, price: '30', category: 'home', isFirmPrice: true };
  expect((await seller.request.put(`/api/listings/${listingId}`, { data: lowered })).ok()).toBe(
    true,
  );
  await call(seller.request, 'deals.reserve', { conversationId: conversation.id });

  await buyer.goto('/listings?search=quilted');
  const card = buyer.getByRole('article').filter({ hasText: title });
  await expect(buyer.getByRole('status').filter({ hasText: '· 1' })).toBeVisible();
  await expect(card).toHaveCount(0);
  await buyer.getByRole('link', { name: 'Show reserved' }).click();
  await expect(card).toContainText(/Reserved.*\$30was \$40/);
  await buyer.getByRole('link', { name: 'Remove Reserved too' }).click();
  await expect(card).toHaveCount(0);

  // The server renders the reservation.
  const html = await (await buyer.request.get(`/listings/${listingId}`)).text();
  expect(html).toContain('>Reserved for you until ');
  await buyer.goto(`/listings/${listingId}`);
  await expect(buyer.getByText(/^Reserved for you until /)).toBeVisible();
  await expect(buyer.getByText('Firm price')).toBeVisible();

  await call(seller.request, 'deals.markSold', { listingId, conversationId: conversation.id });
  await seller.goto('/my-listings?status=sold');
  await expect(seller.getByRole('listitem').filter({ hasText: title })).toContainText(/Sold to /);

  await buyer.goto(`/listings/${listingId}`);
  await expect(buyer.getByText(/^Sold on .* This page stays up until /)).toBeVisible();
  const contact = buyer.getByRole('button', { name: 'Contact Seller' });
  await expect(contact.and(buyer.locator(':not(article *)'))).toHaveCount(0);
  await buyer.getByRole('link', { name: 'See similar listings' }).click();
  await expect(buyer).toHaveURL(/\/listings\?category=home$/);
  await expect(buyer.getByRole('article').filter({ hasText: 'Quilted pennant' })).toBeVisible();
  await end();
});
