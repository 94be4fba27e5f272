import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { createListingTexts, updateListingTexts } from '@marketplace/shared/outcomes/listings';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { regionLabel } from '@marketplace/shared/regions/match-location';
import { errorMessage, fieldIssues } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import { type Failure, toastFailure } from '../../../api/failure.ts';
import { clearForm, type ListingForm, type ListingValues, storedDetails } from './listing-form.ts';
import type { Pictures } from '../photos/use-pictures.ts';
import { UploadError } from '../../uploads/upload-image.ts';

interface Options {
  listingForm: ListingForm;
  pictures: Pictures;
  /** The listing to edit; absent for a new one. */
  listing?: ListingView;
  onSaved: () => void;
  /** After a refusal that concerns single fields. */
  onFieldsRefused: () => void;
}

/**
 * Uploads the pictures, then creates or updates the listing and refreshes the lists. A failure is
 * shown, at its field too, and nothing typed is lost.
 */
export function useSaveListing(options: Options) {
  const { listingForm, pictures, listing, onSaved, onFieldsRefused } = options;
  const utils = trpc.useUtils();
  const create = trpc.listings.create.useMutation();
  const update = trpc.listings.update.useMutation();
  const [saving, setSaving] = useState(false);
  const [uploaded, setUploaded] = useState(0);

  async function send(images: string[]): Promise<void> {
    const values = listingForm.form.getValues();
    if (listing) {
      await update.mutateAsync({ ...changes(values, listing), images, id: listing.id });
    } else {
      const details = storedDetails(values.details);
      await create.mutateAsync({ ...values, location: placeOf(values), details, images });
      clearForm(listingForm);
      pictures.clear();
    }
  }

  async function save(): Promise<void> {
    setSaving(true);
    setUploaded(0);
    try {
      await send(await pictures.upload(setUploaded));
      void utils.listings.invalidate();
      onSaved();
    } catch (error) {
      const { failed } = listing ? updateListingTexts : createListingTexts;
      if (error instanceof UploadError) toastFailure(error, uploadImagesTexts.failed);
      else if (showRefusal(error, listingForm, failed)) onFieldsRefused();
    } finally {
      setSaving(false);
    }
  }

  return { save, saving, /** How much of the pictures was sent, 0 to 1. */ uploaded };
}

/** The editor does not require a location; a listing without one is for the whole region. */
function placeOf({ location }: ListingValues): string {
  return location.trim() || regionLabel;
}

/** Sends the featured flag only when it changed: the user may no longer be allowed to set it. */
function changes({ isFeatured, ...values }: ListingValues, listing: ListingView) {
  const changed = { ...values, details: storedDetails(values.details) };
  return isFeatured === listing.isFeatured ? changed : { ...changed, isFeatured };
}

/** Shows why, and returns whether fields are the reason. */
function showRefusal(error: unknown, { form }: ListingForm, failed: Failure): boolean {
  const issues = fieldIssues(error);
  form.setErrors(
    Object.fromEntries(issues.map(({ path, message }) => [path.split('.')[0], message])),
  );
  const location = issues.find(({ path }) => path === 'location');
  if (location) {
    const message = errorMessage(error, location.message);
    toast({ title: 'Invalid Location', message, kind: 'error' });
  } else {
    toastFailure(error, failed);
  }
  return issues.length > 0;
}
