import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { checkAccessibility } from './accessibility.ts';
import { fieldOf, logOf, twoPeople } from './two-people.ts';

test.use({ trace: 'off' });

async function photo(name: string, background: string) {
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background } });
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() };
}

test('only the other person can open photos sent with a message', async ({ browser, baseURL }) => {
  const { seller, buyer, chat, end } = await twoPeople(browser, baseURL, {
    title: 'Enamel stove',
    onPhone: true,
  });
  await seller.goto(chat);
  await buyer.goto(chat);
  // The server refuses the first upload.
  await buyer.route('**/api/objects/upload', (route) =>
    route.fulfill({ status: 400, json: { message: 'The file is damaged.' } }),
  );
  await fieldOf(buyer).fill('The rust is only here.');
  await buyer.locator('input[type="file"]').setInputFiles([await photo('rust.jpg', '#a54')]);
  const send = buyer.getByRole('button', { name: 'Send', exact: true });
  await expect(buyer.getByText('rust.jpg: The file is damaged.')).toBeVisible();
  await send.click();
  await expect(fieldOf(buyer)).toHaveValue('The rust is only here.');
  await checkAccessibility(buyer, 'a photo that was not uploaded');
  await buyer.unroute('**/api/objects/upload');
  await buyer.getByRole('button', { name: 'Retry photo 1' }).click();

  // The buyer drops a second photo on the page.
  const { buffer } = await photo('door.jpg', '#45a');
  const files = await buyer.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'door.jpg', { type: 'image/jpeg' }));
      return transfer;
    },
    [...buffer],
  );
  await buyer.dispatchEvent('body', 'drop', { dataTransfer: files });
  await expect(
    buyer.getByRole('list', { name: 'Photos to send' }).getByRole('listitem'),
  ).toHaveCount(2);
  await send.click();
  await expect(fieldOf(buyer)).toHaveValue('');
  await expect(logOf(buyer).getByRole('button', { name: /from you$/ })).toHaveCount(2);
  await expect(logOf(buyer).getByText('The rust is only here.')).toBeVisible();

  const second = logOf(seller).getByRole('button', { name: /^Photo 2 of 2 from / });
  await second.click();
  const viewer = seller.getByRole('dialog', { name: /^Photos from / });
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  await expect(viewer.getByRole('img')).toHaveJSProperty('complete', true);
  await checkAccessibility(seller, 'a photo in full screen');
  await seller.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('1 of 2')).toBeVisible();
  const source = (await viewer.getByRole('img').getAttribute('src')) ?? '';
  await seller.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(second).toBeFocused();

  expect((await seller.request.get(source)).status()).toBe(200);
  const stranger = await browser.newContext({ baseURL });
  expect((await stranger.request.get(source)).status()).toBe(403);
  await stranger.close();
  await end(/status of 400/);
});
