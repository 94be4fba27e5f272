import { schemaResolver, useForm } from '@mantine/form';
import { useEffect } from 'react';
import type { Category, Condition } from '@marketplace/shared/listings/constants';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import type { ListingView } from '@marketplace/shared/listings/views';
import { matchLocation } from '@marketplace/shared/regions/match-location';
import { fill, texts } from '@marketplace/shared/texts';
import { useBrand } from '../../app/page-config.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { claimDraft, clearDraft, readDraft, saveDraft } from './draft.ts';

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

export type ListingField = keyof ListingValues;

/** What is wrong with a form's values, by field. */
export type Mistakes = Partial<Record<ListingField, string>>;

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

/**
 * The form's state. A new listing is kept as a draft of its account, so that closing, leaving and
 * signing in lose nothing. `mistakes` are those of the values as they are, shown or not.
 */
export function useListingForm(kind: ListingFormKind, listing?: ListingView) {
  const { productName } = useBrand();
  const owner = useCurrentUser()?.id ?? null;
  const form = useForm<ListingValues>({
    // Both forms may be on the screen, and each focuses its own fields.
    name: `${kind}-listing`,
    mode: 'controlled',
    initialValues: listing ? valuesOf(listing) : { ...blank, ...known(readDraft(owner)) },
    // The location when it is left: every beginning of a town lies outside the region.
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
  return { form, kind, isNew: listing === undefined, mistakes };
}

export type ListingForm = ReturnType<typeof useListingForm>;

/** Empties the form of a listing that was created. */
export function clearForm({ form }: ListingForm): void {
  form.setInitialValues(blank);
  form.setValues(blank);
  form.clearErrors();
  clearDraft();
}

/**
 * What the validation of a form finds: the rules of the server's input, what this form asks for
 * beyond them, and where the region ends (specification section 5).
 */
export function mistakesIn(
  values: ListingValues,
  kind: ListingFormKind,
  productName: string,
): Mistakes {
  const mistakes: Mistakes = { ...checkInput(values) };
  const location = values.location.trim();
  if (kind === 'editor' && location === '') delete mistakes.location;
  if (kind === 'editor' && values.description.trim() === '') {
    mistakes.description = 'Description is required';
  }
  if (location !== '' && !matchLocation(location).ok) {
    mistakes.location = fill(texts.locationOutside, { product: productName });
  }
  return mistakes;
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

/** The part of a draft that this release still knows: it may have been written by an older one. */
function known(draft: Partial<ListingValues>): Partial<ListingValues> {
  const fits = ([field, value]: [string, unknown]) =>
    field in blank && typeof value === typeof blank[field as ListingField];
  return Object.fromEntries(Object.entries(draft).filter(fits));
}
