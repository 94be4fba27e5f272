import { expect, type Page } from '@playwright/test';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Chooses files in the editor's uploader and uploads them. */
export async function uploadPhotos(page: Page, files: ChosenFile[]): Promise<void> {
  await choosePhotos(page, files);
  await page.getByRole('button', { name: /^Upload \d/ }).click();
}

export async function choosePhotos(page: Page, files: ChosenFile[]): Promise<void> {
  await page.getByRole('button', { name: 'Add photos' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add photos/ });
  await expect(dialog).toBeVisible();
  await dialog.locator('input[type="file"]').first().setInputFiles(files);
}
