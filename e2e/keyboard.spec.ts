import { jpegWithGps } from '@marketplace/server/features/media/images.fixtures';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { postListings } from './api.ts';
import { newPage, waitForHydration, watchConsole } from './page.ts';
import { codeIn, nextMail, signIn } from './sign-in.ts';
import { tabTo } from './keys.ts';

test('a user can sign in and post a listing by keyboard, and dialogs return the focus', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const email = 'keys-seller@example.com';
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#content$/);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => !!document.activeElement?.closest('main'))).toBe(true);

  await page.goto('/');
  const open = page.getByRole('banner').getByRole('button', { name: 'Sign In' });
  await tabTo(page, 'Sign In');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Sign in to / });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(codeIn(await nextMail(page.request, email)));
  await expect(page.getByText("You've successfully signed in.")).toBeVisible();
  const introduction = page.getByRole('dialog', { name: 'What should neighbors call you?' });
  await expect(introduction.getByLabel('First name')).toBeFocused();
  for (const name of ['Last name', 'Town', 'Skip']) {
    await page.keyboard.press('Tab');
    await expect(
      introduction.getByLabel(name).or(introduction.getByRole('button', { name, exact: true })),
    ).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(introduction).toBeHidden();

  const menu = page.getByRole('banner').getByRole('button', { name: /^Account menu for / });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Messages' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'My Listings' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await tabTo(page, 'Post Listing');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create New Listing' });
  await expect(form.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Post Listing' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.locator(':focus')).toHaveCount(1);
  await tabTo(page, 'Title');
  await page.keyboard.type('Rake with a long handle');
  await tabTo(page, 'Price');
  await page.keyboard.type('12');
  await tabTo(page, 'Location');
  await page.keyboard.type('Troy, NY');
  await tabTo(page, 'Preview Listing');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('article', { name: 'Preview' })).toBeVisible();
  await tabTo(page, 'Publish Listing');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your listing has been created successfully!')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a user can write to a seller by keyboard', async ({ page, browser, baseURL }) => {
  const seller = await newPage(browser, baseURL);
  await signIn(seller, 'keys-owner@example.com');
  const data = { title: 'Watering can', price: '5', location: 'Troy' };
  const [listing] = await postListings(seller.request, [data]);
  await signIn(page, 'keys-buyer@example.com');
  await page.goto(`/listings/${listing?.id}`);
  await waitForHydration(page);
  await tabTo(page, 'Contact Seller');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Contact Seller' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Is it tight?');
  await tabTo(page, 'Send message');
  await page.keyboard.press('Enter');
  const view = dialog.getByRole('link', { name: 'View conversation' });
  await expect(view).toBeFocused();
  await expect(view).toHaveAccessibleDescription(/^Message sent We'll notify /);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Contact Seller' }).first()).toBeFocused();
  await seller.context().close();
});

test('tooltips wait 700 ms, but not right after another tooltip', async ({ page }) => {
  await page.goto('/edit-listing/new');
  const buffer = await jpegWithGps(640, 480);
  const files = ['one.jpg', 'two.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
  await page.locator('input[type="file"]').first().setInputFiles(files);
  const rotate = page.getByRole('button', { name: 'Rotate photo 1' });
  const remove = page.getByRole('button', { name: 'Remove photo 1' });
  await rotate.scrollIntoViewIfNeeded();
  await expect(rotate).toBeVisible();
  const tooltip = (name: string) => page.getByRole('tooltip', { name });
  expect(await tooltipDelay(page, rotate)).toBeGreaterThanOrEqual(690);
  await expect(tooltip('Rotate photo 1')).toBeVisible();
  expect(await tooltipDelay(page, remove)).toBeLessThan(500);
  await expect(tooltip('Remove photo 1')).toBeVisible();
  await expect(tooltip('Rotate photo 1')).toBeHidden();
  await page.mouse.move(2, 2);
  await expect(tooltip('Remove photo 1')).toBeHidden();
});

test('one toast is visible at a time, for 5 s or until a swipe to the right', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/shipping-policy');
  await waitForHydration(page);
  const toasts = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('status');
  const copy = page.getByRole('contentinfo').getByRole('button', { name: /@/ });
  const show = async () => {
    await copy.click();
    await expect(toasts).toContainText('Email copied!');
  };
  await show();
  await show();
  await expect(toasts).toHaveCount(1);
  await page.mouse.move(2, 2);
  // The page's clock also runs by itself, so this leaves some time for a busy machine.
  await page.clock.runFor(3_500);
  await expect(toasts).toBeVisible();
  await page.clock.runFor(1_600);
  await expect(toasts).toHaveCount(0);

  const swipe = async (by: number) => {
    const box = await toasts.boundingBox();
    if (!box) throw new Error('There is no toast.');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 60, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 60 + by, y, { steps: 4 });
    await page.mouse.up();
  };
  await show();
  await swipe(45);
  await expect(toasts).toBeVisible();
  await swipe(55);
  await expect(toasts).toHaveCount(0);

  // F8 moves the focus to the toast, which then stays until the focus leaves.
  await show();
  await page.keyboard.press('F8');
  await expect(toasts).toBeFocused();
  await page.clock.runFor(6_000);
  await expect(toasts).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toasts).toHaveCount(0);
});

/**
 * Returns the milliseconds from when the pointer reaches a button until its tooltip appears, on the
 * page's clock.
 */
async function tooltipDelay(page: Page, button: Locator): Promise<number> {
  const delay = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let start = 0;
        const onOver = () => (start = performance.now());
        document.addEventListener('mouseover', onOver, { once: true, capture: true });
        const seen = document.querySelectorAll('[role=tooltip]').length;
        const observer = new MutationObserver(() => {
          if (document.querySelectorAll('[role=tooltip]').length <= seen) return;
          observer.disconnect();
          resolve(performance.now() - start);
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );
  await button.hover();
  return delay;
}

test('a new page gets the focus, so that keyboards and screen readers start there', async ({
  page,
}) => {
  await page.goto('/');
  // Opens a dialog first to wait for React. Before that, a link would load a document.
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('banner').getByRole('link', { name: 'Marketplace', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/listings$/);
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('main')).toBeFocused();
});
