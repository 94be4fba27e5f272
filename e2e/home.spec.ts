import { expect, test } from '@playwright/test';
import { waitForHydration, watchConsole } from './page.ts';
import { fillSignIn, passSignIn, signIn, signInAsAdmin, signInHere } from './sign-in.ts';
import { postListings } from './api.ts';

test('signed-in users get the home page at / and in the header, and everyone gets the landing page', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const landing = page.getByRole('heading', { name: 'Good things, from people nearby.' });
  const home = page.getByRole('heading', { name: 'Find something nearby' });
  await page.goto('/');
  await expect(landing).toBeVisible();
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }),
  ).toHaveCount(0);
  await signInHere(page, 'at-home@example.com');
  await expect(home).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.reload();
  await expect(home).toBeVisible();
  const homeLink = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true });
  await expect(homeLink).toHaveAttribute('aria-current', 'page');
  await page.goto('/landing');
  await expect(landing).toBeVisible();
  await expect(homeLink).not.toHaveAttribute('aria-current');
  await homeLink.click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(home).toBeVisible();
  await expect(homeLink).toHaveAttribute('aria-current', 'page');
  expect(complaints).toEqual([]);
});

test('on a phone, the account menu links to the home page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'home-on-a-phone@example.com');
  await page.goto('/listings');
  await page.getByRole('button', { name: /^Account menu for / }).click();
  await page.getByRole('menuitem', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { name: 'Find something nearby' })).toBeVisible();
});

test('a click opens the visible menu when React replaces the clicked button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'replaced-on-a-phone@example.com');
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto('/listings', { waitUntil: 'commit' });
  const account = page.getByRole('button', { name: /^Account menu for / });
  await account.click();
  await account.evaluate((button) => {
    // Does what the menu's code does when it loads: it replaces the button, and the header contains
    // a copy that is hidden on phones.
    const hidden = button.cloneNode(true) as HTMLElement;
    hidden.style.display = 'none';
    document.body.prepend(hidden);
    button.replaceWith(button.cloneNode(true));
  });
  code.resolve();
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeVisible();
});

test('a user who signs in on the landing page gets to the home page', async ({ page }) => {
  const email = 'from-landing@example.com';
  await page.goto('/landing');
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  await passSignIn(page, email);
  await expect(page).toHaveURL(/\/home$/);
});

test('an owner who signs in from the contact prompt sees why it closes', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'forgetful-owner@example.com';
  const context = await browser.newContext({ baseURL });
  const owner = await context.newPage();
  await signIn(owner, email);
  const listing = { title: 'Brass bell', description: 'Rings.', price: '5', location: 'Troy, NY' };
  const posted = await owner.request.post('/api/listings', { data: listing });
  const { id } = (await posted.json()) as { id: string };
  await context.close();

  await page.goto(`/listings/${id}`);
  await page.getByRole('button', { name: 'Contact Seller' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Contact Seller' });
  await fillSignIn(page, dialog, email);
  await expect(page.getByText('Cannot Contact Yourself')).toBeVisible();
  await expect(page.getByText('You cannot send a message to your own listing.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Your Listing' }).first()).toBeDisabled();
});

test('the notice before the login appears even if its code loads slowly', async ({ page }) => {
  await page.route(/\/assets\/Toaster-.*\.js$/, async (route) => {
    // Simulates a slow connection. The delay is longer than the redirect waits.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  let isLeaving = false;
  page.on('request', (request) => {
    if (request.url().includes('/api/login')) isLeaving = true;
  });
  // The notice may last only half a second, and `expect` polls less often.
  const notice = page.waitForFunction(() =>
    document.body?.innerText.includes('You are logged out. Logging in again...'),
  );
  await page.goto('/my-listings');
  await notice;
  expect(isLeaving).toBe(false);
  await expect(page).toHaveURL(/signin=1/);
});

test('an admin who opens the page for becoming an admin sees that they are one', async ({
  page,
}) => {
  await signInAsAdmin(page, 'kim.admin@example.com');
  await page.goto('/admin/initialize');
  await expect(page.getByRole('heading', { name: "You're an administrator" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Become Administrator' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to Admin Center' }).click();
  await expect(page).toHaveURL(/\/admin$/);
});

test.describe('the landing page', () => {
  const word = `Gramophone${Date.now()}`;

  test.beforeAll(async ({ browser }) => {
    const page = await browser.newPage();
    await signIn(page, 'landing-goods@example.com');
    const towns = ['Troy', 'Troy', 'Troy', 'Albany'];
    await postListings(
      page.request,
      towns.map((location, index) => ({
        title: `${word} ${index}`,
        description: 'Plays in any weather.',
        price: String(20 + index),
        location,
      })),
    );
    await page.close();
  });

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    for (const javaScriptEnabled of [true, false]) {
      const how = `at ${viewport.width} px, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`;
      test.describe(how, () => {
        test.use({ viewport, javaScriptEnabled });

        test('shows a search and listings in the first view', async ({ page }) => {
          const complaints = watchConsole(page);
          await page.goto('/');
          if (javaScriptEnabled) await waitForHydration(page);
          const card = page.getByRole('region', { name: 'Just posted' }).getByRole('article');
          for (const seen of [
            page.getByRole('combobox', { name: 'Search listings' }),
            page.getByRole('link', { name: 'Browse Marketplace' }),
            card.first(),
          ]) {
            const box = await seen.boundingBox();
            expect(box?.y).toBeGreaterThan(0);
            expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(viewport.height);
          }
          expect(await card.count()).toBeLessThanOrEqual(8);

          await page.getByRole('combobox', { name: 'Search listings' }).fill(word);
          await page.getByRole('main').getByLabel('Location').selectOption('Troy');
          await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
          await expect(page).toHaveURL(`/listings?search=${word}&location=Troy`);
          await expect(page.getByRole('article')).toHaveCount(3);
          await expect(page.getByLabel('Location')).toHaveValue('Troy');
          expect(complaints).toEqual([]);
        });
      });
    }
  }

  test('preloads the list that it links to', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('listings.list')) calls += 1;
    });
    await page.goto('/');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'See all listings' }).click();
    await expect(page).toHaveURL(/\/listings$/);
    await expect(page.getByRole('link', { name: `${word} 3` })).toBeVisible();
    expect(calls).toBe(0);
  });

  test('links to posting and messages for signed-in users', async ({ page }) => {
    await signIn(page, 'back-on-landing@example.com');
    await page.goto('/landing');
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Post a listing' })).toBeVisible();
    await main.getByRole('link', { name: 'Messages' }).click();
    await expect(page).toHaveURL(/\/messages$/);
  });
});
