import { randomInt } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { waitForHydration, watchConsole } from './page.ts';
import { signIn } from './sign-in.ts';
import { postListings } from './api.ts';

const word = `Windlass${randomInt(1e9)}`;
const seller = `${word.toLowerCase()}@example.com`;
const places = ['Saratoga Springs', 'Hudson', 'Mechanicville', '12110', 'Albany', 'Troy'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, actionTimeout: 15_000 };

test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  await signIn(page, seller);
  await postListings(
    page.request,
    places.map((location) => ({ title: `${word} in ${location}`, price: '5', location })),
  );
  await page.close();
});

const inList = (page: Page) => page.getByRole('article').getByRole('heading');
const titles = (...some: string[]) => some.map((place) => `${word} in ${place}`);
const sheet = (page: Page) => page.getByRole('group', { name: 'Distance' });

test.describe('on a phone', () => {
  test.use(phone);

  test('filters by nearby towns, then by towns along a route, and shows the route on the map', async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    await page.goto(`/listings?search=${word}`);
    await expect(inList(page)).toHaveCount(places.length);

    await page.getByRole('button', { name: 'Distance: Any distance' }).tap();
    await sheet(page).getByRole('combobox', { name: 'Town' }).fill('tro');
    await page.getByRole('option', { name: 'Troy, NY' }).tap();
    await checkAccessibility(page, 'the sheet of distances');
    await sheet(page).getByRole('button', { name: 'Show 3 listings' }).tap();
    await expect(page).toHaveURL(`/listings?search=${word}&near=Troy&within=10`);
    await expect(inList(page)).toHaveText(titles('Troy', 'Albany', '12110'));
    const albany = page.getByRole('article').filter({ hasText: 'in Albany' });
    await expect(albany).toContainText('about 6 mi from Troy');
    await expect(page.getByRole('article').last()).toContainText('Latham, NY');

    await page.getByRole('button', { name: 'Distance: Within 10 miles of Troy' }).tap();
    await sheet(page).getByRole('radio', { name: 'On my way' }).check();
    await sheet(page).getByRole('combobox', { name: 'From' }).fill('Troy');
    await sheet(page).getByRole('combobox', { name: 'To', exact: true }).fill('saratoga');
    await expect(sheet(page).getByRole('option')).toHaveText([
      'Saratoga, NY',
      'Saratoga Springs, NY',
    ]);
    await page.getByRole('option', { name: 'Saratoga Springs, NY' }).tap();
    await sheet(page).getByRole('radio', { name: '3 mi' }).check();
    await sheet(page).getByRole('button', { name: 'Show 3 listings' }).tap();
    const along = titles('Troy', 'Mechanicville', 'Saratoga Springs');
    await expect(inList(page)).toHaveText(along);
    await expect(page.getByLabel('Sort by')).toHaveValue('');
    await page.goBack();
    await expect(inList(page)).toHaveText(titles('Troy', 'Albany', '12110'));
    await page.goForward();
    await expect(inList(page)).toHaveText(along);

    await page.getByRole('link', { name: 'Show on map' }).tap();
    const title = 'On the way from Troy to Saratoga Springs';
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    const stops = page.getByRole('navigation', { name: 'Places' }).getByRole('listitem');
    await expect(stops.last()).toContainText('Saratoga Springs');
    await expect(stops.filter({ hasText: 'Mechanicville' })).toBeVisible();
    await checkAccessibility(page, 'the map of a way');
    await page.getByRole('link', { name: /^Show [\d,]+ listings$/ }).tap();
    await expect(page).toHaveURL('/listings?from=Troy&to=Saratoga+Springs&within=3');
    expect(complaints).toEqual([]);
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('the form filters by route and distance', async ({ page }) => {
      await page.goto(`/listings?search=${word}`);
      await page.getByRole('button', { name: 'Distance: Any distance' }).tap();
      await sheet(page).getByRole('radio', { name: 'On my way' }).check();
      await sheet(page).getByLabel('From').fill('Troy');
      await sheet(page).getByLabel('To', { exact: true }).fill('Hudson');
      await sheet(page).getByRole('radio', { name: '10 mi' }).check();
      await sheet(page).getByRole('button', { name: 'Show listings' }).tap();
      await expect(inList(page)).toHaveText(titles('12110', 'Troy', 'Albany', 'Hudson'));
      await page.getByRole('link', { name: /^Remove On the way/ }).tap();
      await expect(inList(page)).toHaveCount(places.length);
      await page.goto(`/listings?search=${word}&near=Cohose&within=10`);
      await page.getByRole('link', { name: 'Cohoes, NY' }).tap();
      await expect(inList(page)).toHaveText(titles('Troy', 'Albany', '12110', 'Mechanicville'));
    });
  });
});

test('place fields understand common names, and refuse other places with suggestions', async ({
  page,
}) => {
  await page.goto(`/listings?search=${word}`);
  await page.getByRole('button', { name: 'Distance: Any distance' }).click();
  const town = sheet(page).getByRole('combobox', { name: 'Town' });
  await town.fill('Boston');
  await sheet(page).getByRole('button', { name: 'Show listings' }).click();
  await expect(sheet(page).getByText('Choose a town in the Capital Region.')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Schenectady, NY' }).click();
  await expect(town).toHaveValue('Schenectady, NY');
  await town.fill('Latham');
  await town.press('Enter');
  await expect(page).toHaveURL(`/listings?search=${word}&near=Latham&within=10`);
  await expect(inList(page)).toHaveText(titles('Troy', 'Albany', '12110'));

  await signIn(page, seller);
  await page.goto('/edit-listing/new');
  await waitForHydration(page);
  const location = page.getByRole('combobox', { name: 'Location (optional)' });
  await location.fill('12110');
  await expect(page.getByText('Shown as Latham, NY')).toBeVisible();
  await location.fill('Boston');
  await location.press('Tab');
  await page.getByRole('button', { name: 'Troy, NY', exact: true }).click();
  await expect(location).toHaveValue('Troy, NY');

  await page.goto('/settings?section=profile');
  await waitForHydration(page);
  const home = page.getByRole('combobox', { name: 'Town' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await home.fill('Boston');
  await save.click();
  await page.getByRole('button', { name: 'Albany, NY', exact: true }).click();
  await expect(home).toHaveValue('Albany, NY');
  await home.fill('delmar');
  await save.click();
  await expect(home).toHaveValue('Delmar, NY');
  // Without a place in the filters, cards show the distance from the user's town.
  await page.goto('/listings?search=' + word);
  const saratoga = page.getByRole('article').filter({ hasText: 'in Saratoga Springs' });
  await expect(saratoga).toContainText(/about \d+ mi from Delmar/);
});
