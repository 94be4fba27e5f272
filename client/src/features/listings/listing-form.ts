import { schemaResolver, useForm } from '@mantine/form';
import type { Category, Condition } from '@marketplace/shared/listings/constants';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import type { ListingView } from '@marketplace/shared/listings/views';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { fill, texts } from '@marketplace/shared/texts';
import { clearDraft, readDraft, saveDraft } from './draft.ts';

/** What is typed into the form; the pictures are kept beside it. */
export interface ListingValues {
  title: string;
  description: string;
  price: string;
  category: Category | '';
  condition: Condition;
  location: string;
  isFeatured: boolean;
}

/** The header's dialog needs title, price and location, the editor title, description and price (specification section 5). */
export type ListingFormKind = 'dialog' | 'editor';

export interface ListingFormOptions {
  kind: ListingFormKind;
  /** The listing that is edited; without it a new one is written. */
  listing: ListingView | undefined;
  productName: string;
}

const blank: ListingValues = {
  title: '',
  description: '',
  price: '',
  category: '',
  condition: 'good',
  location: '',
  isFeatured: false,
};

const checkInput = schemaResolver(createListingInput, { sync: true });

/** The form's state. A new listing is kept as a draft, so that closing or leaving loses nothing. */
export function useListingForm(options: ListingFormOptions) {
  const { listing } = options;
  return useForm<ListingValues>({
    mode: 'controlled',
    initialValues: listing ? valuesOf(listing) : { ...blank, ...readDraft() },
    // The location when it is left: every beginning of a town lies outside the region.
    validateInputOnChange: ['title', 'description', 'price'],
    validate: (values) => ({ ...checkInput(values), ...checkKind(values, options) }),
    onValuesChange: (values) => {
      if (!listing) saveDraft(values);
    },
  });
}

export type ListingForm = ReturnType<typeof useListingForm>;

/** Empties the form of a listing that was created. */
export function clearForm(form: ListingForm): void {
  form.setInitialValues(blank);
  form.setValues(blank);
  form.clearErrors();
  clearDraft();
}

function valuesOf(listing: ListingView): ListingValues {
  const { title, description, price, location, isFeatured } = listing;
  return {
    title,
    description,
    price,
    location,
    isFeatured,
    category: listing.category as Category | '',
    condition: listing.condition as Condition,
  };
}

/** What the schema leaves to whoever uses it: what the editor asks for, and where the region ends. */
function checkKind(values: ListingValues, { kind, listing, productName }: ListingFormOptions) {
  const errors: Partial<Record<keyof ListingValues, string | null>> = {};
  const location = values.location.trim();
  if (kind === 'editor' && values.description.trim() === '') {
    errors.description = 'Description is required';
  }
  // Only a new listing needs a location.
  if (location === '' && listing) errors.location = null;
  if (location !== '' && !matchLocation(location).ok) {
    errors.location = fill(texts.locationOutside, { product: productName });
  }
  return errors;
}
