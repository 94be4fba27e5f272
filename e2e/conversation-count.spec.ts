import { expect, test } from '@playwright/test';
import { conversationsPerPage } from '@marketplace/shared/messaging/constants';
import { signIn } from './sign-in.ts';
import { postListings } from './api.ts';

test('the heading counts all conversations, including those that are not loaded', async ({
  page,
  browser,
  baseURL,
}) => {
  const total = conversationsPerPage + 2;
  const seller = await browser.newContext({ baseURL });
  await signIn(await seller.newPage(), 'count-seller@example.com');
  const listings = Array.from({ length: total }, (_, n) => ({
    title: `Counted spoon ${n}`,
    price: '2',
    location: 'Troy',
  }));
  const posted = await postListings(seller.request, listings);
  await seller.close();
  await signIn(page, 'count-buyer@example.com');
  for (const { id, sellerId } of posted) {
    const data = { listingId: id, receiverId: sellerId, content: 'Hello' };
    expect((await page.request.post('/api/messages', { data })).ok()).toBe(true);
  }
  await page.goto('/messages');
  const heading = page.getByRole('heading', { name: `Conversations (${total})` });
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByRole('link', { name: /Counted spoon/ })).toHaveCount(total);
  await expect(heading).toBeVisible();
});
