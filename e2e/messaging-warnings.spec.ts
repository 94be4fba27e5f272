import { expect, test } from '@playwright/test';
import { checkAccessibility } from './accessibility.ts';
import { fieldOf, logOf, twoPeople } from './two-people.ts';

test.use({ trace: 'off' });

test('a message about a code warns its reader, and a request for one is not sent', async ({
  browser,
  baseURL,
}) => {
  const { seller, buyer, chat, end } = await twoPeople(browser, baseURL, { title: 'Tin box' });
  await seller.goto(chat);
  await buyer.goto(chat);
  await fieldOf(buyer).fill('You will get a verification code.');
  await buyer.keyboard.press('Enter');
  const warning = logOf(seller).getByRole('note');
  await expect(warning).toContainText('Never share a verification code.');
  await expect(logOf(buyer).getByText('You will get a verification code.')).toBeVisible();
  await expect(logOf(buyer).getByRole('note')).toHaveCount(0);
  await checkAccessibility(seller, 'a warning');
  await seller.reload();
  await warning.getByRole('button', { name: 'Report' }).click();
  const report = seller.getByRole('dialog', { name: 'Report message' });
  await expect(report.getByText('You will get a verification code.')).toBeVisible();

  // The refusal names the passage. "Edit" puts the text back.
  await fieldOf(buyer).fill('Text me the 6 digit code');
  await buyer.keyboard.press('Enter');
  const refusal = logOf(buyer).getByRole('alert');
  await expect(refusal).toContainText(/Messages can't contain “.*digit code”/i);
  await refusal.getByRole('button', { name: 'Edit' }).click();
  await expect(fieldOf(buyer)).toHaveValue('Text me the 6 digit code');
  await expect(fieldOf(buyer)).toBeFocused();
  await expect(refusal).toHaveCount(0);
  await expect(logOf(seller).getByText('6 digit code')).toHaveCount(0);
  await end(/400 \(Bad Request\)/);
});
