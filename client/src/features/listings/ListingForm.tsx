import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import {
  categories,
  conditions,
  descriptionMaxLength,
  titleMaxLength,
} from '@marketplace/shared/listings/constants';
import type { ListingView } from '@marketplace/shared/listings/views';
import { useBrand, usePageConfig } from '../../app/page-config.tsx';
import { toast } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/use-current-user.ts';
import {
  clearForm,
  type ListingForm as Form,
  type ListingFormKind,
  type ListingValues,
  useListingForm,
} from './listing-form.ts';
import { LocationInput } from './LocationInput.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import type { Pictures } from './use-pictures.ts';
import { useSaveListing } from './use-save-listing.ts';
import classes from './ListingForm.module.css';

interface Props {
  kind: ListingFormKind;
  /** The listing that is edited; without it a new one is written. */
  listing?: ListingView;
  /** Kept by whoever shows the form, so that closing it loses none. */
  pictures: Pictures;
  /** Why nothing can be sent yet; shown in place of the button that would. */
  blocked?: React.ReactNode;
  onCancel: () => void;
  onSaved: () => void;
}

/** Writes or edits a listing: the one form of the header's dialog and of the editor. */
export function ListingForm({ kind, listing, pictures, blocked, onCancel, onSaved }: Props) {
  const { productName } = useBrand();
  const form = useListingForm({ kind, listing, productName });
  const { save, saving } = useSaveListing({
    form,
    pictures,
    listing,
    onSaved: () => {
      if (!listing) {
        clearForm(form);
        pictures.clear();
      }
      onSaved();
    },
  });

  return (
    <form
      noValidate
      aria-busy={saving}
      onSubmit={form.onSubmit(
        (values) => void save(values),
        (errors, values) => showMistakes({ form, kind, errors: Object.keys(errors), values }),
      )}
    >
      <Stack gap="md">
        <PicturePicker
          pictures={pictures}
          error={typeof form.errors.images === 'string' ? form.errors.images : undefined}
          disabled={saving}
        />
        <Fields form={form} kind={kind} isNew={!listing} disabled={saving} />
        <FeaturedBox form={form} disabled={saving} />
        {blocked}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} disabled={saving}>
            Cancel
          </Button>
          {!blocked && (
            <Button type="submit" disabled={saving}>
              {submitLabel(saving, listing)}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function submitLabel(saving: boolean, listing: ListingView | undefined): string {
  if (listing) return saving ? 'Saving...' : 'Save Changes';
  return saving ? 'Publishing...' : 'Publish Listing';
}

interface FieldsProps {
  form: Form;
  kind: ListingFormKind;
  isNew: boolean;
  disabled: boolean;
}

function Fields({ form, kind, isNew, disabled }: FieldsProps) {
  // Not at once: the message would move the button that is being pressed.
  const { start: checkLocation } = useTimeout(() => form.validateField('location'), 250);
  return (
    <>
      <TextInput
        label="Title"
        placeholder="What are you selling?"
        withAsterisk
        maxLength={titleMaxLength}
        disabled={disabled}
        {...form.getInputProps('title')}
      />
      <Textarea
        label="Description"
        placeholder="Age, size, why you are selling it, when it can be picked up"
        withAsterisk={kind === 'editor'}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={descriptionMaxLength}
        disabled={disabled}
        {...form.getInputProps('description')}
      />
      <div className={classes.pair}>
        <TextInput
          label="Price"
          type="number"
          inputMode="decimal"
          min={0}
          step={0.01}
          placeholder="0.00"
          withAsterisk
          className="numbers"
          leftSection="$"
          disabled={disabled}
          // Scrolling the page over it would change the price.
          onWheel={(event) => event.currentTarget.blur()}
          {...form.getInputProps('price')}
        />
        <LocationInput
          withAsterisk={isNew}
          disabled={disabled}
          {...form.getInputProps('location')}
          onBlur={checkLocation}
        />
        <NativeSelect
          label="Category"
          data={[{ value: '', label: 'Choose a category' }, ...categories]}
          disabled={disabled}
          {...form.getInputProps('category')}
        />
        <NativeSelect
          label="Condition"
          data={[...conditions]}
          disabled={disabled}
          {...form.getInputProps('condition')}
        />
      </div>
    </>
  );
}

/** Where featuring is for premium members, others see the box but cannot tick it (decisions: Who may feature). */
function FeaturedBox({ form, disabled }: { form: Form; disabled: boolean }) {
  const { featuredPolicy } = usePageConfig();
  const user = useCurrentUser();
  const allowed =
    featuredPolicy === 'open' || user?.isAdmin === true || user?.membershipTier === 'premium';
  return (
    <Checkbox
      label="Featured listing ($5/month)"
      description={
        allowed
          ? 'Shown first, with a Featured badge.'
          : 'Featured placement is for Premium Members.'
      }
      disabled={disabled || !allowed}
      {...form.getInputProps('isFeatured', { type: 'checkbox' })}
    />
  );
}

interface Mistakes {
  form: Form;
  kind: ListingFormKind;
  errors: string[];
  values: ListingValues;
}

/** Puts the focus on the first field that is wrong; says so where needed fields are empty. */
function showMistakes({ form, kind, errors, values }: Mistakes): void {
  const inOrder = ['title', 'description', 'price', 'location', 'category', 'condition'] as const;
  const first = inOrder.find((field) => errors.includes(field));
  if (first) form.getInputNode(first)?.focus();
  const needed =
    kind === 'dialog'
      ? [values.title, values.price, values.location]
      : [values.title, values.description, values.price];
  if (needed.every((value) => value.trim() !== '')) return;
  toast(
    kind === 'dialog'
      ? {
          title: 'Missing Required Fields',
          message: 'Please fill in the title, price, and location fields.',
          kind: 'error',
        }
      : { title: 'Error', message: 'Please fill in all required fields', kind: 'error' },
  );
}
