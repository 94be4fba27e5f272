import { expect, type Page, test } from '@playwright/test';
import { grainy } from '@marketplace/server/features/media/images.fixtures';
import { checkNarrowWidths, violations } from './accessibility.ts';
import { postListings, uploadPicture } from './api.ts';
import { watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';

/** The sizes of the two papers in px of CSS. */
const papers = { Letter: { width: 816, height: 1056 }, A4: { width: 794, height: 1123 } } as const;

/** The longest texts, in the widest letters. */
const widest = { title: 'W'.repeat(140), description: 'M'.repeat(3_000), price: '9999999.99' };
const usual = { price: '95', location: 'Troy' };
const listings = [
  { ...usual, title: 'Desk' },
  { ...usual, title: 'Oak desk', description: 'Solid oak, with two drawers.\n'.repeat(40) },
  { ...usual, title: 'W'.repeat(48), description: widest.description, photo: true },
  { ...usual, ...widest },
  { ...usual, ...widest, kind: 'wanted', photo: true },
  { ...usual, title: 'שידה ישנה מעץ', description: 'מצב טוב, 180 cm.'.repeat(30), photo: true },
];

/** Returns how many pages a PDF has. */
function pagesIn(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Runs in the page. Returns what is cut off, or reaches into the strips. */
function misplaced(): string[] {
  const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
  const strips = document.querySelector('.strips')?.getBoundingClientRect();
  if (!strips) return ['no strips'];
  const above = [...document.querySelectorAll('.price, h1, .place, .photo, figure, .text')];
  const faults = above.filter((element) => bottomOf(element) > strips.top + 0.5);
  return [
    ...faults.map((element) => element.outerHTML.slice(0, 100)),
    ...(strips.bottom > window.innerHeight + 0.5 ? ['the strips'] : []),
    ...(document.documentElement.scrollWidth > window.innerWidth ? ['scrolls sideways'] : []),
  ];
}

async function openPoster(page: Page, id: string) {
  await page.goto(`/listings/${id}/poster`);
  await page.locator('main').waitFor();
}

test('a poster prints on exactly one page of either paper, whatever the listing has', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'poster-pages@example.com');
  const picture = async () =>
    uploadPicture(page.request, await (await grainy(600, 900)).jpeg().toBuffer());
  const data = [];
  for (const { photo, ...values } of listings as ((typeof listings)[number] & {
    photo?: boolean;
  })[]) {
    data.push({ ...values, images: photo ? [await picture()] : [] });
  }
  for (const { id } of await postListings(page.request, data)) {
    await openPoster(page, id);
    for (const format of ['Letter', 'A4'] as const) {
      await page.emulateMedia({ media: null });
      expect(pagesIn(await page.pdf({ format })), `${id} ${format}`).toBe(1);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize(papers[format]);
      expect(await page.evaluate(misplaced), `${id} ${format}`).toEqual([]);
    }
  }
  expect(complaints).toEqual([]);
});

test('a seller opens the poster from the listing and from My Listings, and prints it', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'poster-seller@example.com');
  const [listing] = await postListings(page.request, [{ ...usual, title: 'Ash stool' }]);
  const poster = `/listings/${listing?.id}/poster`;
  await page.goto(`/listings/${listing?.id}`);
  const link = page.getByRole('link', { name: 'Print a poster' });
  await expect(link).toHaveAttribute('href', poster);
  await page.goto('/my-listings');
  await page.getByRole('button', { name: 'More actions for Ash stool' }).click();
  await page.getByRole('menuitem', { name: 'Print a poster' }).click();
  await expect(page).toHaveURL(poster);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ash stool');

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print poster' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed');
  await page.getByRole('link', { name: 'Back to the listing' }).click();
  await expect(page).toHaveURL(`/listings/${listing?.id}`);
  expect(complaints).toEqual([]);
});

test('visitors get the poster, but no link to it', async ({ page, browser, baseURL }) => {
  await signIn(page, 'poster-visited@example.com');
  const [listing] = await postListings(page.request, [{ ...usual, title: 'Elm stool' }]);
  const context = await browser.newContext({ baseURL });
  const visitor = await context.newPage();
  await visitor.goto(`/listings/${listing?.id}`);
  await expect(visitor.getByRole('heading', { name: 'Elm stool' })).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'Print a poster' })).toHaveCount(0);
  await openPoster(visitor, listing?.id ?? '');
  await expect(visitor.getByRole('heading', { name: 'Elm stool' })).toBeVisible();
  await context.close();
});

test('a poster and its missing page are accessible and fit a phone', async ({ page }) => {
  await signIn(page, 'poster-axe@example.com');
  const [listing] = await postListings(page.request, [{ ...usual, ...widest }]);
  for (const id of [listing?.id ?? '', 'missing']) {
    await openPoster(page, id);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${id} ${colorScheme}`).toEqual([]);
    }
    await checkNarrowWidths(page, id);
  }
});
