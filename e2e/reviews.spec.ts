import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test';
import { checkNarrowWidths } from './accessibility.ts';
import { waitForHydration, watchConsole } from './page.ts';
import { nextMail, signIn } from './sign-in.ts';

/** Creates a seller with one listing, in a separate browser. */
async function newSeller(browser: Browser, baseURL: string | undefined, email: string) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await signIn(page, email);
  const listingId = await post(page.request, 'Walnut side table');
  return { page, listingId, close: () => context.close() };
}

async function post(request: APIRequestContext, title: string): Promise<string> {
  const answer = await request.post('/api/listings', {
    data: { title, price: '80', location: 'Troy', category: 'furniture' },
  });
  return ((await answer.json()) as { id: string }).id;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Rate Seller' });
const reviewsOf = (page: Page) => page.getByRole('region', { name: 'Seller Reviews' });
const sellerOf = (page: Page) => page.getByRole('region', { name: 'Seller Information' });

async function openDialog(page: Page, listingId: string) {
  await page.goto(`/listings/${listingId}`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Rate Seller' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  return dialog;
}

test('a buyer rates a seller by mouse and changes the rating by keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = watchConsole(page);
  const email = 'review-seller@example.com';
  const seller = await newSeller(browser, baseURL, email);
  await signIn(page, 'review-buyer@example.com');
  const dialog = await openDialog(page, seller.listingId);
  const submit = dialog.getByRole('button', { name: 'Submit review' });
  await expect(submit).toBeDisabled();
  await expect(dialog.getByText('Select a rating')).toBeVisible();

  const stars = dialog.locator('label:has(input[type=radio])');
  for (const [at, label] of ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'].entries()) {
    await stars.nth(at).hover();
    await expect(dialog.getByText(label, { exact: true })).toBeVisible();
    await expect(dialog.locator('label[data-filled]')).toHaveCount(at + 1);
  }
  await expect(submit).toBeDisabled();
  await dialog.getByLabel(/^Comment/).hover();
  await expect(dialog.locator('label[data-filled]')).toHaveCount(0);
  await stars.nth(3).click();
  await dialog.getByLabel(/^Comment/).fill('On time 🪑');
  await expect(dialog.getByText('9/500')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Review Submitted')).toBeVisible();
  await expect(page.getByText('Thank you for rating this seller!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(sellerOf(page)).toContainText('4.0 (1 review)');
  const review = reviewsOf(page).getByRole('listitem').filter({ hasText: 'On time 🪑' });
  await expect(review.getByText('4 of 5 stars')).toBeAttached();
  await expect(review.getByText('No verified contact')).toBeVisible();
  await expect(review.getByRole('button', { name: 'Report' })).toHaveCount(0);
  expect((await nextMail(page.request, email)).subject).toMatch(/ rated you 4 of 5$/);

  await page.getByRole('button', { name: 'Edit your rating' }).click();
  await expect(
    dialog.getByText(/^You rated .* Submitting again replaces that review\.$/),
  ).toBeVisible();
  const chosen = dialog.getByRole('radio', { name: '4 of 5: Very Good' });
  await expect(chosen).toBeChecked();
  await expect(chosen).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('Excellent', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByLabel(/^Comment/)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Even better.');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(sellerOf(page)).toContainText('5.0 (1 review)');
  await expect(reviewsOf(page)).toContainText('(edited)');
  await expect(reviewsOf(page).getByText('Even better.')).toBeVisible();
  await checkNarrowWidths(page, 'a listing with a review');

  await reviewsOf(page).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete review' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(reviewsOf(page).getByText('No reviews yet')).toBeVisible();
  await expect(sellerOf(page)).toContainText('New Seller');
  expect(complaints).toEqual([]);
  await seller.close();
});

test('each failure has its own message, and the form keeps its content', async ({
  page,
  browser,
  baseURL,
}) => {
  const seller = await newSeller(browser, baseURL, 'failing-seller@example.com');
  await signIn(page, 'failing-buyer@example.com');
  const dialog = await openDialog(page, seller.listingId);
  await dialog.getByRole('radio', { name: '3 of 5: Good' }).check({ force: true });
  await dialog.getByLabel(/^Comment/).fill('Fine.');
  const submit = dialog.getByRole('button', { name: 'Submit review' });

  await page.route(/reviews\.submit/, async (route) => {
    const body = route.request().postData() ?? '';
    await route.continue({ postData: body.replace('"rating":3', '"rating":7') });
  });
  await submit.click();
  await expect(
    page.getByText('Invalid review data. Please check your rating and try again.'),
  ).toBeVisible();
  await page.unroute(/reviews\.submit/);

  await page.route(/reviews\.submit/, (route) => route.abort());
  await submit.click();
  await expect(page.getByText('Failed to submit review. Please try again.')).toBeVisible();
  await page.unroute(/reviews\.submit/);

  await page.context().clearCookies();
  await submit.click();
  await expect(page.getByText('You need to be logged in to submit a review.')).toBeVisible();
  await expect(dialog.getByLabel(/^Comment/)).toHaveValue('Fine.');
  await expect(dialog.getByRole('radio', { name: '3 of 5: Good' })).toBeChecked();
  await seller.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('closing the dialog keeps its content, and Cancel discards it', async ({
    page,
    browser,
    baseURL,
  }) => {
    const seller = await newSeller(browser, baseURL, 'cancel-seller@example.com');
    await signIn(page, 'cancel-buyer@example.com');
    const dialog = await openDialog(page, seller.listingId);
    await page.keyboard.press('Space');
    await expect(dialog.getByText('Poor', { exact: true })).toBeVisible();
    await dialog.getByLabel(/^Comment/).fill('a'.repeat(501));
    await expect(dialog.getByText('Use up to 500 characters.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Submit review' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Rate Seller' }).click();
    await expect(dialog.getByText('501/500')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Rate Seller' }).click();
    await expect(dialog.getByText('0/500')).toBeVisible();
    await expect(dialog.getByText('Select a rating')).toBeVisible();
    await dialog.getByLabel(/^Comment/).press('Control+Enter');
    await expect(page.getByText('Rating Required')).toBeVisible();
    await expect(page.getByText('Please select a rating before submitting.')).toBeVisible();
    await seller.close();
  });

  test('the seller replies to a review and edits the reply', async ({ page, browser, baseURL }) => {
    const seller = await newSeller(browser, baseURL, 'reply-seller@example.com');
    await seller.page.setViewportSize({ width: 390, height: 844 });
    const complaints = watchConsole(seller.page);
    const email = 'reply-buyer@example.com';
    await signIn(page, email);
    const dialog = await openDialog(page, seller.listingId);
    await dialog.getByRole('radio', { name: '2 of 5: Fair' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Submit review' }).click();
    await expect(dialog).toBeHidden();

    await seller.page.goto(`/listings/${seller.listingId}`);
    await waitForHydration(seller.page);
    const reviews = reviewsOf(seller.page);
    await reviews.getByRole('button', { name: 'Reply' }).click();
    await expect(reviews.getByLabel('Your reply')).toBeFocused();
    await expect(seller.page.getByRole('button', { name: 'Rate Seller' })).toHaveCount(0);
    await expect(reviews.getByRole('button', { name: 'Post reply' })).toBeDisabled();
    await reviews.getByLabel('Your reply').fill('Sorry about the wait.');
    await reviews.getByRole('button', { name: 'Post reply' }).click();
    await expect(reviews.getByText('Reply from the seller')).toBeVisible();
    await expect(reviews.getByText('Sorry about the wait.')).toBeVisible();
    await reviews.getByRole('button', { name: 'Edit reply' }).click();
    await expect(reviews.getByLabel('Your reply')).toHaveValue('Sorry about the wait.');
    await reviews.getByLabel('Your reply').fill('Sorry, it was the snow.');
    await reviews.getByRole('button', { name: 'Update reply' }).click();
    // The field contains the same text until it is saved.
    await expect(reviews.getByLabel('Your reply')).toBeHidden();
    await expect(reviews.getByText('Sorry, it was the snow.')).toBeVisible();
    expect((await nextMail(page.request, email)).subject).toMatch(/ replied to your review$/);
    expect(complaints).toEqual([]);

    await page.reload();
    await expect(reviewsOf(page).getByText('Sorry, it was the snow.')).toBeVisible();
    await seller.close();
  });

  test('a visitor can read reviews but must sign in to report one', async ({
    page,
    browser,
    baseURL,
  }) => {
    const seller = await newSeller(browser, baseURL, 'read-review-seller@example.com');
    const context = await browser.newContext({ baseURL });
    const buyer = await context.newPage();
    await signIn(buyer, 'review-reader@example.com');
    const dialog = await openDialog(buyer, seller.listingId);
    await dialog.getByRole('radio', { name: '5 of 5: Excellent' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Submit review' }).click();
    await expect(dialog).toBeHidden();
    await context.close();

    await page.goto(`/listings/${seller.listingId}`);
    await waitForHydration(page);
    const reviews = reviewsOf(page);
    await expect(reviews.getByRole('listitem', { name: '5 stars: 1 review' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rate Seller' })).toHaveCount(0);
    await reviews.getByRole('button', { name: 'Report' }).click();
    await expect(page.getByText('Sign in to report a review.')).toBeVisible();
    await seller.close();
  });
});

test('a second rating without a conversation is marked as not counted', async ({
  page,
  browser,
  baseURL,
}) => {
  const seller = await newSeller(browser, baseURL, 'twice-seller@example.com');
  const second = await post(seller.page.request, 'Walnut stool');
  await signIn(page, 'twice-buyer@example.com');
  for (const listingId of [seller.listingId, second]) {
    const dialog = await openDialog(page, listingId);
    await dialog.getByRole('radio', { name: '4 of 5: Very Good' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Submit review' }).click();
    await expect(dialog).toBeHidden();
  }
  await expect(sellerOf(page)).toContainText(
    'Not counted. Without a conversation, only one review per seller counts.',
  );
  await expect(sellerOf(page)).toContainText('4.0 (1 review)');
  await seller.close();
});
