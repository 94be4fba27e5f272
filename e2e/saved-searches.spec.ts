import { devices, expect, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { postListings } from './api.ts';
import { newPage, waitForHydration, watchConsole } from './page.ts';
import { fillSignIn, signIn } from './sign-in.ts';

test.describe('on a phone', () => {
  const { viewport, hasTouch, isMobile } = devices['Pixel 7'];
  test.use({ viewport, hasTouch, isMobile });

  test('a visitor saves a search without results, signs in, and manages the saved search', async ({
    page,
    browser,
    baseURL,
  }) => {
    const complaints = watchConsole(page);
    await page.goto('/listings?search=theremin&near=Troy&within=25&maxPrice=300');
    const tellMe = page.getByRole('button', { name: 'Tell me about new ones' });
    await tellMe.tap();
    await page.getByRole('menuitem', { name: 'Daily at 8 AM' }).tap();
    const dialog = page.getByRole('dialog', { name: /^Sign in to / });
    await expect(dialog).toContainText('Sign in to save this search.');
    await fillSignIn(page, dialog, 'thea.min@example.com');
    const skip = page.getByRole('button', { name: 'Skip', exact: true });
    await skip.tap();
    const saved = page.getByRole('link', { name: 'Search saved · Daily at 8 AM' });
    await expect(saved).toBeVisible();
    await expect(tellMe).toHaveCount(0);
    await saved.tap();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved searches');
    const search = page
      .getByRole('list', { name: 'Saved searches' })
      .getByRole('listitem', { name: /theremin/ });
    const filters = search.getByRole('list', { name: 'Filters' });
    await expect(filters.getByRole('listitem')).toHaveText([
      ...['“theremin”', 'Under $300', 'Within 25 miles of Troy'],
    ]);
    await expect(search).toContainText('Nothing new yet.');
    await checkAccessibility(page, 'saved searches');

    await search.getByRole('button', { name: /^Rename/ }).tap();
    await search.getByLabel('Name of the search').fill('A theremin at last');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'A theremin at last' })).toBeVisible();
    const renamed = page.getByRole('listitem', { name: 'A theremin at last' });
    await renamed.getByLabel(/^How often/).selectOption('At once');

    const seller = await newPage(browser, baseURL);
    await signIn(seller, 'theo.seller@example.com');
    await seller.goto('/edit-listing/new');
    await seller.getByLabel('Title').fill('Moog theremin');
    await seller.getByRole('textbox', { name: 'Description', exact: true }).fill('Sings.');
    await seller.getByRole('textbox', { name: 'Price' }).fill('250');
    await seller.getByLabel('Location (optional)').fill('Albany, NY');
    await seller.getByRole('button', { name: 'Preview Listing' }).click();
    await expect(seller.getByText('1 person waits for something like this.')).toBeVisible();
    await postListings(seller.request, [
      { title: 'Moog theremin', price: '250', location: 'Albany' },
      { title: 'Moog theremin, signed', price: '900', location: 'Albany' },
    ]);
    const newest = renamed.getByRole('list', { name: 'Newest' }).getByRole('listitem');
    await expect(newest).toHaveText(/Moog theremin/);
    await expect(renamed).toContainText('1 found in the last 90 days');
    await expect(page.getByRole('link', { name: 'Notifications, 1 unread' })).toBeVisible();
    await renamed.getByRole('button', { name: /^Pause/ }).tap();
    await renamed.getByRole('button', { name: /^Resume/ }).tap();
    await page.getByRole('link', { name: 'A theremin at last' }).tap();
    await expect(page.getByRole('link', { name: 'Search saved · At once' })).toBeVisible();
    await page.goBack();
    await renamed.getByRole('button', { name: /^Delete/ }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap();
    await expect(page.getByText('No saved searches yet')).toBeVisible();
    expect(complaints).toEqual([]);
    await seller.context().close();
  });
});

test('an open list announces new listings without moving, and shows them on request', async ({
  page,
  browser,
  baseURL,
}) => {
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'cora.seller@example.com');
  const lyre = (n: number) => ({ title: `Lyre ${n}`, price: '80', location: 'Hudson' });
  await postListings(seller.request, [1, 2, 3, 4, 5].map(lyre));
  const following = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', ({ payload }) => payload.includes('searches.newMatches')),
    );
  await page.goto('/listings?search=lyre');
  await waitForHydration(page);
  await following;
  const card = (n: number) => page.getByRole('article').filter({ hasText: `Lyre ${n}` });
  await card(1).scrollIntoViewIfNeeded();
  const before = await card(1).boundingBox();

  await postListings(seller.request, [6, 7].map(lyre));
  await postListings(seller.request, [{ ...lyre(8), title: 'Harp' }]);
  const pill = page.getByRole('button', { name: '2 new listings' });
  await expect(pill).toBeVisible();
  expect(await card(1).boundingBox()).toEqual(before);
  await expect(card(7)).toHaveCount(0);
  await checkAccessibility(page, 'new listings');

  await pill.click();
  await expect(pill).toHaveCount(0);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText([7, 6, 5, 4, 3, 2, 1].map((n) => `Lyre ${n}`));
  await expect(card(7).getByRole('link', { name: 'Lyre 7' })).toBeFocused();
  await expect(card(7)).toBeInViewport();
  await expect(page.locator('#listed')).toContainText('7');
  await seller.context().close();
});

test('a user follows a seller from a listing, and the seller sees the number of followers', async ({
  page,
  browser,
  baseURL,
}) => {
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'fern.seller@example.com');
  const dulcimer = { title: 'Dulcimer', price: '60', location: 'Troy' };
  const [listing] = await postListings(seller.request, [dulcimer]);
  await signIn(page, 'fay.follower@example.com');
  await page.goto(`/listings/${listing?.id}`);
  await page.getByRole('button', { name: /^Follow / }).click();
  await expect(page.getByRole('button', { name: /^Following / })).toBeVisible();
  await expect(page.getByText("We'll tell you when they post something.")).toBeVisible();
  await seller.goto(`/users/${listing?.sellerId}`);
  await expect(seller.getByText('1 follower', { exact: true })).toBeVisible();

  await postListings(seller.request, [{ ...dulcimer, title: 'Second dulcimer' }]);
  await page.goto('/searches');
  const followed = page.getByRole('region', { name: 'Sellers you follow' });
  await expect(followed.getByRole('list', { name: 'Newest' })).toContainText('Second dulcimer');
  await followed.getByRole('button', { name: /^Unfollow/ }).click();
  await expect(page.getByText('No saved searches yet')).toBeVisible();
  await page.goto(`/users/${listing?.sellerId}`);
  await expect(page.getByRole('button', { name: /^Follow / })).toBeVisible();
  await seller.reload();
  await expect(seller.getByText(/follower/)).toHaveCount(0);
  await seller.context().close();
});
