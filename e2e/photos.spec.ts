import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { halves } from '@marketplace/server/features/media/images.fixtures';
import sharp from 'sharp';
import { openPostDialog, watchConsole } from './page.ts';
import type { ChosenFile } from './photos.ts';
import { signIn } from './sign-in.ts';

const folder = new URL('../db/src/demo/pictures/listings/', import.meta.url);
const desk = sharp(readFileSync(new URL('walnut-mid-century-writing-desk-1.webp', folder)));

const jpeg = async (name: string, picture: ReturnType<typeof sharp>): Promise<ChosenFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture.jpeg().toBuffer(),
});

const choose = (page: Page, files: ChosenFile[]) =>
  page.locator('input[type="file"]').first().setInputFiles(files);

test('a dark or blurred photo gets a hint below it, and can be posted anyway', async ({ page }) => {
  const complaints = watchConsole(page);
  await signIn(page, 'photo-hints@example.com');
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await choose(page, [
    await jpeg('good.jpg', desk.clone()),
    await jpeg('dark.jpg', desk.clone().linear(0.2)),
    await jpeg('blurred.jpg', desk.clone().blur(14)),
  ]);
  const tile = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByRole('img', { name }) });
  await expect(tile('dark.jpg')).toContainText('This photo looks dark. Daylight helps.');
  await expect(tile('blurred.jpg')).toContainText('This photo looks blurred.');
  await expect(tile('good.jpg')).not.toContainText('This photo');
  await expect(dialog.getByText('3 of 5 photos')).toBeVisible();
  // This server has no model.
  await expect(dialog.getByRole('button', { name: 'Fill in from photos' })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

/** Returns the size of a chosen photo, and the colors at the middle of its left and right edges. */
const edgesOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0);
    const color = (x: number, y: number) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    const middle = Math.floor(height / 2);
    return { width, height, left: color(2, middle), right: color(width - 3, middle) };
  });

test('a photo is cropped to 4:3 with the keyboard, turned, and shown whole again', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  await signIn(page, 'crop@example.com');
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await choose(page, [await jpeg('wide.jpg', await halves(1600, 600))]);
  expect(await edgesOf(page, 'wide.jpg')).toEqual({
    width: 1600,
    height: 600,
    left: 'red',
    right: 'blue',
  });

  const button = dialog.getByRole('button', { name: 'Crop photo 1' });
  await button.press('Enter');
  const panel = dialog.getByRole('region', { name: 'Crop photo 1' });
  const frame = panel.getByRole('application', { name: 'Part of the photo to show' });
  await expect(frame).toBeFocused();
  // Moves the photo to the right until its left edge is in the frame.
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowRight');
  await panel.getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(button).toBeFocused();
  const left = { width: 800, height: 600, left: 'red', right: 'red' };
  await expect.poll(() => edgesOf(page, 'wide.jpg')).toEqual(left);

  await dialog.getByRole('button', { name: 'Rotate photo 1' }).click();
  await expect
    .poll(() => edgesOf(page, 'wide.jpg'))
    .toMatchObject({ width: 600, height: 800, left: 'red', right: 'red' });

  await button.click();
  await panel.getByRole('slider', { name: 'Zoom' }).fill('2');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(button).toBeFocused();
  await button.click();
  await panel.getByRole('button', { name: 'Whole photo' }).click();
  await expect.poll(() => edgesOf(page, 'wide.jpg')).toMatchObject({ width: 600, height: 1600 });
  expect(complaints).toEqual([]);
});

/** Dispatches an event with files to the page, as a drop or a paste does. */
async function give(page: Page, type: 'drop' | 'paste', files: ChosenFile[]): Promise<void> {
  const given = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    content: buffer.toString('base64'),
  }));
  await page.evaluate(
    ({ type, given }) => {
      const data = new DataTransfer();
      for (const { name, mimeType, content } of given) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0);
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      const target = document.activeElement ?? document.body;
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        type === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    { type, given },
  );
}

test('photos are dropped on the dialog and pasted into it', async ({ page }) => {
  await signIn(page, 'drop-and-paste@example.com');
  await page.goto('/');
  const dialog = await openPostDialog(page);
  await give(page, 'drop', [
    await jpeg('dropped-1.jpg', desk.clone()),
    await jpeg('dropped-2.jpg', desk.clone()),
  ]);
  await give(page, 'paste', [await jpeg('pasted.jpg', desk.clone())]);
  await expect(dialog.getByText('3 of 5 photos')).toBeVisible();
  const names = dialog.locator('li[data-place] > :first-child');
  await expect(names).toHaveCount(3);
  expect(await names.evaluateAll((all) => all.map((tile) => tile.getAttribute('alt')))).toEqual([
    'dropped-1.jpg',
    'dropped-2.jpg',
    'pasted.jpg',
  ]);
  // The message of a chat takes no photo from here, and the uploader's limit holds.
  await give(page, 'drop', Array(3).fill(await jpeg('more.jpg', desk.clone())));
  await expect(page.getByText('Too many images')).toBeVisible();
  await expect(names).toHaveCount(3);
});
