import { expect, test } from '@playwright/test';
import { call, query } from './api.ts';
import { caseOf, post, rowOf, soon, twoQueues } from './moderation-queue.ts';
import { newPage, waitForHydration } from './page.ts';
import { signIn } from './sign-in.ts';

test('a fourth review within a day is held until a moderator releases it', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const { one, two, end } = await twoQueues(browser, baseURL);
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'bombed-seller@example.com');
  const listingId = await post(seller.request, 'Cedar chest');
  const { id: sellerId, username } = await query<{ id: string; username: string }>(
    seller.request,
    'auth.me',
  );
  for (const at of [1, 2, 3]) {
    const buyer = await newPage(browser, baseURL);
    await signIn(buyer, `bomb-${at}@example.com`);
    await call(buyer.request, 'reviews.submit', { sellerId, listingId, rating: 5 });
    await buyer.context().close();
  }
  const author = await newPage(browser, baseURL);
  await signIn(author, 'bomb-4@example.com');
  await author.goto(`/listings/${listingId}`);
  await waitForHydration(author);
  await author.getByRole('button', { name: 'Rate Seller' }).click();
  const dialog = author.getByRole('dialog', { name: 'Rate Seller' });
  await dialog.getByRole('radio', { name: '1 of 5: Poor' }).check({ force: true });
  await dialog.getByLabel(/^Comment/).fill('Never answered.');
  await dialog.getByRole('button', { name: 'Submit review' }).click();
  await expect(dialog).toBeHidden();
  const box = author.getByRole('region', { name: 'Seller Information' });
  await expect(box.getByText('Waiting for review by a moderator')).toBeVisible();
  await expect(box.getByRole('button', { name: 'Edit your rating' })).toBeVisible();
  await expect(box).toContainText('5.0 (3 reviews)');
  await expect(author.getByText('Never answered.')).toHaveCount(0);

  const title = `Review of ${username}`;
  for (const page of [one, two]) await expect(rowOf(page, title)).toBeVisible(soon);
  await rowOf(one, title).click();
  await expect(caseOf(one, title).getByText('1 of 5: Never answered.')).toBeVisible();
  await expect(caseOf(one, title).getByText('Held')).toBeVisible();
  await expect(
    caseOf(one, title).getByRole('group', { name: 'Decide' }).getByRole('button'),
  ).toHaveText([/^Release/, /^Delete/]);
  await one.keyboard.press('r');
  await one.getByLabel('Release: reason').fill('Looks genuine.');
  await caseOf(one, title).getByRole('button', { name: 'Release' }).click();
  await expect(caseOf(one, title).getByText('Decided: released.')).toBeVisible();
  await expect(rowOf(two, title)).toHaveCount(0, soon);
  await author.reload();
  await expect(box).toContainText('4.0 (4 reviews)');
  await expect(author.getByText('Never answered.')).toBeVisible();
  await expect(box.getByText('Waiting for review by a moderator')).toHaveCount(0);
  await end();
});
