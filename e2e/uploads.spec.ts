import { expect, type Page, test } from '@playwright/test';
import { blue, grainy, halves, plain } from '@marketplace/server/features/media/images.fixtures';
import { signIn } from './sign-in.ts';
import { type ChosenFile, choosePhotos, uploadPhotos } from './photos.ts';
import { watchConsole } from './page.ts';

// This is the last file of a run, so one worker would run it alone while the others are idle.
test.describe.configure({ mode: 'parallel' });

/** Runs a second time with files on an S3 server. */
const onS3 = { tag: '@s3' };
const jpeg = async (name: string, picture = plain(800, 600)): Promise<ChosenFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture.jpeg().toBuffer(),
});

/** An HTML page with the name and type of a picture. */
const impostor = {
  name: 'bad.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<!doctype html><title>Not a picture</title>'),
};

/** Returns the names of the form's pictures, in order. A file that is not a picture has only text. */
const order = (page: Page) =>
  page
    .locator('li[data-place] > :first-child')
    .evaluateAll((all) => all.map((tile) => tile.getAttribute('alt') ?? tile.textContent));

async function fillAndSend(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Clean and complete.');
  await page.getByRole('textbox', { name: 'Price' }).fill('25');
  await page.getByRole('button', { name: 'Publish Listing' }).click();
  await expect(page).toHaveURL(/\/my-listings$/);
}

/**
 * Returns the size of each stored picture, and whether it is red or blue at the middle of its top
 * and bottom edges, in the listing's order.
 */
async function storedPictures(page: Page, title: string) {
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const listing = await page.request.get(`/api/listings/${id}`);
  const { images } = (await listing.json()) as { images: string[] };
  return page.evaluate(
    (urls) =>
      Promise.all(
        urls.map(async (url) => {
          const bitmap = await createImageBitmap(await (await fetch(url)).blob());
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext('2d', { willReadFrequently: true });
          context?.drawImage(bitmap, 0, 0);
          const color = (x: number, y: number) => {
            const [red = 0, , blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
            return red > blue ? 'red' : 'blue';
          };
          const { width, height } = bitmap;
          return {
            width,
            height,
            top: color(width / 2 + 5, 2),
            bottom: color(width / 2 + 5, height - 3),
          };
        }),
      ),
    images,
  );
}

test('a seller uploads, reorders, rotates and removes photos', onS3, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'uploads@example.com');
  await page.goto('/edit-listing/new');
  await uploadPhotos(page, [
    await jpeg('desk.jpg', await halves(800, 600)),
    impostor,
    await jpeg('lamp.jpg', plain(640, 400, [30, 30, 220])),
  ]);
  await expect(page.getByText('Failed to process uploaded images')).toBeVisible();
  await expect(page.getByText(/^bad\.png isn't a supported image/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /^Add photos/ })).toBeHidden();
  expect(await order(page)).toEqual(['desk.jpg', 'lamp.jpg', 'bad.png']);
  await expect(
    page.getByRole('listitem').filter({ hasText: "bad.png isn't a supported image" }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Retry photo 3' }).click();
  await expect(page.getByRole('button', { name: 'Retry photo 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo 3' }).click();

  await page.getByRole('button', { name: 'Move photo 2 earlier' }).press('Enter');
  expect(await order(page)).toEqual(['lamp.jpg', 'desk.jpg']);
  await expect(
    page.getByText('Photo moved to position 1 of 2. This is now the cover.'),
  ).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move photo 1 later' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  expect(await order(page)).toEqual(['desk.jpg', 'lamp.jpg']);

  const before = await page.getByRole('img', { name: 'desk.jpg' }).getAttribute('src');
  await page.getByRole('button', { name: 'Rotate photo 1' }).click();
  await expect(page.getByRole('img', { name: 'desk.jpg' })).not.toHaveAttribute(
    'src',
    before ?? '',
  );

  const title = 'Desk and lamp';
  await fillAndSend(page, title);
  expect(await storedPictures(page, title)).toEqual([
    { width: 600, height: 800, top: 'red', bottom: 'blue' },
    { width: 640, height: 400, top: 'blue', bottom: 'blue' },
  ]);
});

test(
  'each photo is announced to the server, uploaded in one piece and registered',
  onS3,
  async ({ page }) => {
    const complaints = watchConsole(page);
    await signIn(page, 'one-piece@example.com');
    await page.goto('/edit-listing/new');
    const calls: string[] = [];
    page.on('request', (request) =>
      calls.push(`${request.method()} ${new URL(request.url()).pathname}`),
    );
    const large = await (await grainy(1600, 1200)).png({ compressionLevel: 0 }).toBuffer();
    expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
    expect(large.length).toBeLessThan(10 * 1024 * 1024 + 1);
    await uploadPhotos(page, [
      { name: 'large.png', mimeType: 'image/png', buffer: large },
      await jpeg('small.jpg'),
    ]);
    // Processing the photos may take a while on a busy machine.
    await expect(page.getByText('2 image(s) uploaded successfully')).toBeVisible({
      timeout: 30_000,
    });
    expect(await order(page)).toEqual(['large.png', 'small.jpg']);
    expect(calls.filter((call) => call === 'POST /api/objects/upload')).toHaveLength(2);
    expect(calls.filter((call) => call === 'PUT /api/listing-images')).toHaveLength(2);
    expect(calls.filter((call) => call.startsWith('POST /s3/multipart'))).toEqual([]);

    await fillAndSend(page, 'Large and small');
    const [first, second] = await storedPictures(page, 'Large and small');
    expect(first).toMatchObject({ width: 1280, height: 960 });
    expect(second).toMatchObject({ width: 800, height: 600 });
    expect(complaints).toEqual([]);
  },
);

test('invalid files are refused by name, and more than five files are refused together', async ({
  page,
}) => {
  await signIn(page, 'refused@example.com');
  await page.goto('/edit-listing/new');
  await choosePhotos(page, [
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
    { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(10_485_761) },
  ]);
  await expect(page.getByText(/^notes\.pdf isn't a supported image/).first()).toBeVisible();
  await expect(page.getByText('huge.jpg is larger than 10 MB.').first()).toBeVisible();
  const six = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => jpeg(`photo-${n}.jpg`)));
  const dialog = page.getByRole('dialog', { name: /^Add photos/ });
  await dialog.locator('input[type="file"]').first().setInputFiles(six);
  await expect(page.getByText('Too many images')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Upload \d/ })).toBeHidden();
  await dialog.locator('input[type="file"]').first().setInputFiles(six.slice(0, 5));
  await expect(page.getByRole('button', { name: 'Upload 5 files' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(await order(page)).toEqual([]);
});

/** Stalls the upload of this file, so that it never reaches the store. */
async function stall(page: Page, fileName: string): Promise<void> {
  await page.route('**/api/objects/upload', async (route) => {
    const body = route.request().postDataJSON() as { fileName: string };
    if (body.fileName !== fileName) await route.continue();
  });
}

for (const way of ['Escape', 'Cancel'] as const) {
  test(`leaving the uploader with ${way} during an upload keeps the stored photos`, async ({
    page,
  }) => {
    await signIn(page, `left-by-${way.toLowerCase()}@example.com`);
    await page.goto('/edit-listing/new');
    await stall(page, 'lamp.jpg');
    const registered = page.waitForResponse('**/api/listing-images');
    await uploadPhotos(page, [
      await jpeg('desk.jpg', await halves(800, 600)),
      await jpeg('lamp.jpg', plain(640, 400, blue)),
    ]);
    expect((await registered).ok()).toBe(true);
    const dialog = page.getByRole('dialog', { name: /^Add photos/ });
    await expect(dialog.locator('.uppy-Dashboard-Item.is-complete')).toHaveCount(1);
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: 'Cancel' }).last().click();
    await expect(dialog).toBeHidden();
    await page.unroute('**/api/objects/upload');
    // Pending photos are sent with the listing, unless the upload was canceled.
    expect(await order(page)).toEqual(way === 'Escape' ? ['desk.jpg', 'lamp.jpg'] : ['desk.jpg']);
    const title = `Desk left by ${way}`;
    await fillAndSend(page, title);
    expect(await storedPictures(page, title)).toHaveLength(way === 'Escape' ? 2 : 1);
  });
}

test('photos that were chosen but not uploaded are in the form after the uploader closes', async ({
  page,
}) => {
  await signIn(page, 'chosen@example.com');
  await page.goto('/edit-listing/new');
  await choosePhotos(page, [await jpeg('desk.jpg'), await jpeg('lamp.jpg')]);
  await expect(page.getByRole('button', { name: 'Upload 2 files' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: /^Add photos/ })).toBeHidden();
  expect(await order(page)).toEqual(['desk.jpg', 'lamp.jpg']);
  await fillAndSend(page, 'Desk chosen only');
  expect(await storedPictures(page, 'Desk chosen only')).toHaveLength(2);
});

test('a photo rotated during its retry is stored rotated', async ({ page }) => {
  await signIn(page, 'retry-rotate@example.com');
  await page.goto('/edit-listing/new');
  await choosePhotos(page, [await jpeg('desk.jpg', await halves(800, 600))]);
  const address = '**/api/objects/upload';
  await page.route(address, (route) =>
    route.fulfill({ status: 401, json: { message: 'Unauthorized' } }),
  );
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(page.getByText('Failed to process uploaded images')).toBeVisible();
  await page.keyboard.press('Escape');

  const released = Promise.withResolvers<void>();
  await page.unroute(address);
  await page.route(address, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Retry photo 1' }).click();
  const photo = page.getByRole('img', { name: 'desk.jpg' });
  const before = (await photo.getAttribute('src')) ?? '';
  await page.getByRole('button', { name: 'Rotate photo 1' }).click();
  await expect(photo).not.toHaveAttribute('src', before);
  const retried = page.waitForResponse('**/api/listing-images');
  released.resolve();
  await (await retried).finished();

  await fillAndSend(page, 'Desk rotated late');
  expect(await storedPictures(page, 'Desk rotated late')).toEqual([
    { width: 600, height: 800, top: 'red', bottom: 'blue' },
  ]);
});

test('a seller reorders photos by dragging', async ({ page }) => {
  await signIn(page, 'drag@example.com');
  await page.goto('/edit-listing/new');
  await uploadPhotos(page, [await jpeg('a.jpg'), await jpeg('b.jpg'), await jpeg('c.jpg')]);
  await expect(page.getByText('3 image(s) uploaded successfully')).toBeVisible();
  const middleOf = async (name: string) => {
    const box = await page.getByRole('img', { name }).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const from = await middleOf('a.jpg');
  const to = await middleOf('c.jpg');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.up();
  expect(await order(page)).toEqual(['b.jpg', 'c.jpg', 'a.jpg']);

  // A drag that left the list and ended outside must not continue when the mouse returns.
  const first = await middleOf('b.jpg');
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(2, 2);
  await page.mouse.up();
  const last = await middleOf('a.jpg');
  await page.mouse.move(first.x + 10, first.y);
  await page.mouse.move(last.x, last.y, { steps: 12 });
  expect(await order(page)).toEqual(['b.jpg', 'c.jpg', 'a.jpg']);
});
