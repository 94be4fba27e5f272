import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { fieldIssues, toastFailure } from './failure.ts';
import type { ListingForm, ListingValues } from './listing-form.ts';
import type { Pictures } from './use-pictures.ts';

interface Options {
  form: ListingForm;
  pictures: Pictures;
  /** The listing that is edited; without it a new one is created. */
  listing: ListingView | undefined;
  onSaved: () => void;
}

/**
 * Uploads the pictures, then creates or updates the listing, and refreshes the listings. A failure
 * is told, at its field too, and nothing typed is lost.
 */
export function useSaveListing({ form, pictures, listing, onSaved }: Options) {
  const utils = trpc.useUtils();
  const create = trpc.listings.create.useMutation();
  const update = trpc.listings.update.useMutation();
  const [saving, setSaving] = useState(false);

  async function uploadPictures(): Promise<string[] | null> {
    try {
      return await pictures.upload();
    } catch (error) {
      const text = 'Failed to upload images. Please try again.';
      toastFailure(error, { title: 'Upload Error', text });
      return null;
    }
  }

  async function send(values: ListingValues, images: string[]): Promise<boolean> {
    try {
      if (listing)
        await update.mutateAsync({ ...changes(values, listing), images, id: listing.id });
      else await create.mutateAsync({ ...values, images });
      return true;
    } catch (error) {
      showRefusal(error, form, listing ? 'update' : 'create');
      return false;
    }
  }

  async function save(values: ListingValues): Promise<void> {
    setSaving(true);
    try {
      const images = await uploadPictures();
      if (!images || !(await send(values, images))) return;
      void utils.listings.invalidate();
      onSaved();
    } finally {
      setSaving(false);
    }
  }

  return { save, saving };
}

/** The featured mark goes along only when it was changed: who may set it may have changed meanwhile. */
function changes({ isFeatured, ...values }: ListingValues, listing: ListingView) {
  return isFeatured === listing.isFeatured ? values : { ...values, isFeatured };
}

function showRefusal(error: unknown, form: ListingForm, action: 'create' | 'update'): void {
  const issues = fieldIssues(error);
  form.setErrors(
    Object.fromEntries(issues.map(({ path, message }) => [path.split('.')[0], message])),
  );
  const location = issues.find(({ path }) => path === 'location');
  if (location) {
    const message = errorMessage(error, location.message);
    toast({ title: 'Invalid Location', message, kind: 'error' });
    return;
  }
  toastFailure(error, { text: `Failed to ${action} listing. Please try again.` });
}
