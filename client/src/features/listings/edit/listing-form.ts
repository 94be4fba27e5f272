import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import {
  type Category,
  type Condition,
  descriptionMaxLength,
  locationMaxLength,
  titleMaxLength,
} from '@marketplace/shared/listings/constants';
import { cleanDetails, findDetailsProblem } from '@marketplace/shared/listings/details';
import { cleanLine, cleanText } from '@marketplace/shared/plain-text';
import type { ListingView } from '@marketplace/shared/listings/views';
import { readPrice } from '@marketplace/shared/typed-price';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { fill, texts } from '@marketplace/shared/texts';
import { useBrand } from '../../../config/page-config.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { blank, claimDraft, type ListingValues, readDraft, saveDraft } from './draft.ts';

/** Both forms require a title and a price; the dialog a location, and the editor a description. */
type ListingFormKind = 'dialog' | 'editor';

export const fieldsInOrder = Object.keys(blank) as (keyof ListingValues)[];

/**
 * Holds the state of the form. A new listing starts with the user's town. Its values are saved as a
 * draft of the account, so that closing, leaving, and signing in lose nothing. `mistakes` includes
 * those of fields that show no error yet. `empty` are the values of a new listing.
 */
export function useListingForm(kind: ListingFormKind, listing?: ListingView) {
  const { productName } = useBrand();
  const user = useCurrentUser();
  const owner = user?.id ?? null;
  const empty = { ...blank, location: user?.town ?? '' };
  const form = useForm<ListingValues>({
    // Both forms may be on the page, and each focuses its fields by name.
    name: `${kind}-listing`,
    mode: 'controlled',
    initialValues: listing ? valuesOf(listing) : { ...empty, ...readDraft(owner) },
    // The location is checked on blur, because the first letters of a town are outside the region.
    validateInputOnChange: ['title', 'description', 'price'],
    validate: (values) => ({ ...mistakesIn(values, kind, productName) }),
    onValuesChange: (values) => {
      if (!listing) saveDraft(owner, values);
    },
  });
  useEffect(() => {
    if (owner && !listing) claimDraft(owner);
  }, [owner, listing]);
  const mistakes = mistakesIn(form.values, kind, productName);
  return { form, kind, isNew: listing === undefined, mistakes, empty };
}

export type ListingForm = ReturnType<typeof useListingForm>;

/**
 * Returns the errors of the form's values: mistakes that the server's schema would find (the schema
 * itself would add too much code to the page), missing fields that only this form requires, and
 * places outside the region.
 */
export function mistakesIn(values: ListingValues, kind: ListingFormKind, productName: string) {
  const mistakes: Partial<Record<keyof ListingValues, string>> = {};
  const title = cleanLine(values.title);
  if (title === '') mistakes.title = texts.titleRequired;
  else if (title.length > titleMaxLength) mistakes.title = texts.titleTooLong;

  const description = cleanText(values.description);
  if (description === '' && kind === 'editor') mistakes.description = 'Description is required';
  else if (description.length > descriptionMaxLength) {
    mistakes.description = texts.descriptionTooLong;
  }

  const { problem } = readPrice(values.price);
  if (values.price.trim() === '') mistakes.price = texts.priceRequired;
  else if (problem) mistakes.price = problem;

  const location = cleanLine(values.location);
  if (location === '') {
    if (kind === 'dialog') mistakes.location = texts.locationRequired;
  } else if (location.length > locationMaxLength) mistakes.location = texts.locationTooLong;
  else if (!matchLocation(location).ok) {
    mistakes.location = fill(texts.locationOutside, { product: productName });
  }

  const details = findDetailsProblem(cleanDetails(values.details));
  if (details) mistakes.details = details;
  return mistakes;
}

/** Returns the values of the form for a listing. */
export function valuesOf(listing: ListingView): ListingValues {
  const { kind, title, description, price, location, isFeatured, isFirmPrice } = listing;
  return {
    kind,
    title,
    description,
    price,
    location,
    isFeatured,
    isFirmPrice,
    category: listing.category as Category | '',
    condition: listing.condition as Condition,
    details: Object.entries(listing.details ?? {}),
  };
}
