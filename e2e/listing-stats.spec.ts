import { expect, test } from '@playwright/test';
import { checkAccessibility, checkDialog } from './accessibility.ts';
import { postListings } from './api.ts';
import { newPage, phone, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

const name = "How it's doing";
const gramophone = { title: 'Zinc gramophone', category: 'electronics', location: 'Troy' };
/** The titles differ, because nobody can post the same one often. */
const similar = [10, 20, 30, 40, 50].map((price) => {
  return { ...gramophone, title: `Zinc gramophone ${price}`, price: String(price) };
});

for (const [device, options] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test(`a seller sees on ${device} how a listing is doing, as a chart and a table`, async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ baseURL, ...options });
    const page = await context.newPage();
    const complaints = watchConsole(page);
    const others = await newPage(browser, baseURL);
    await signIn(others, `figures-other-${device.slice(2)}@example.com`);
    await postListings(others.request, similar);
    await signIn(page, `figures-seller-${device.slice(2)}@example.com`);
    const own = { ...gramophone, price: '900' };
    const [{ id } = { id: '' }] = await postListings(page.request, [own]);
    const visitor = await newPage(browser, baseURL);
    for (const one of [visitor, others, visitor]) await one.goto(`/listings/${id}`);
    const input = { params: { input: JSON.stringify({ id }) } };
    const views = async () => {
      const answer = await page.request.get('/trpc/listings.stats', input);
      return (await answer.json()).result.data.days.at(-1).views;
    };
    // Both visitors have one address and one browser, which counts once.
    await expect.poll(views).toBe(1);

    await page.goto('/my-listings');
    await page.getByRole('button', { name: 'More actions for Zinc gramophone' }).click();
    await page.getByRole('menuitem', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByRole('button', { name: /^Views ?1/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const bars = (label: string) => dialog.getByRole('list', { name: `${label} by day` });
    await expect(bars('Views').getByRole('listitem')).toHaveCount(30);
    await expect(bars('Views').getByRole('listitem').last()).toHaveText(/^[A-Z][a-z]{2} \d+: 1$/);
    await dialog.getByRole('button', { name: /^Favorites ?0/ }).click();
    await expect(bars('Favorites')).toBeVisible();
    await dialog.getByRole('button', { name: 'Show as table' }).click();
    const rows = dialog.getByRole('table', { name: 'Figures by day' }).getByRole('row');
    await expect(rows).toHaveCount(31);
    await expect(rows.nth(1)).toHaveText(/^[A-Z][a-z]{2} \d+100$/);
    await checkAccessibility(page, 'the table', dialog);
    await dialog.getByRole('button', { name: 'Show as chart' }).click();
    await checkDialog(page, name);

    await page.goto(`/listings/${id}`);
    await page.getByRole('button', { name }).click();
    await expect(dialog).toContainText('Your price is higher than that of most similar listings.');
    await dialog.getByRole('link', { name: 'Edit the price' }).click();
    await expect(page).toHaveURL(`/edit-listing/${id}`);
    expect(complaints).toEqual([]);
    for (const one of [context, others.context(), visitor.context()]) await one.close();
  });
}

test('a seller can try again when the figures do not load', async ({ page }) => {
  await signIn(page, 'figures-offline@example.com');
  const [{ id } = { id: '' }] = await postListings(page.request, [{ ...gramophone, price: '5' }]);
  await page.goto(`/listings/${id}`);
  await page.route(/listings\.stats/, (route) => route.abort());
  await page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByRole('alert')).toContainText("We couldn't load the figures");
  await page.unroute(/listings\.stats/);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(
    dialog.getByText('too few similar listings').or(dialog.getByText('median')),
  ).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Views by day' })).toBeVisible();
});
