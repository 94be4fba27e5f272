import { Checkbox, NativeSelect, Stack, TextInput, Tooltip } from '@mantine/core';
import { categories, conditions, titleMaxLength } from '@marketplace/shared/listings/constants';
import { usePageConfig } from '../../../config/page-config.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { PicturePicker } from '../photos/PicturePicker.tsx';
import type { Pictures } from '../photos/use-pictures.ts';
import { type Describe, DescriptionField } from './DescriptionField.tsx';
import { DetailsFields } from './DetailsFields.tsx';
import { fieldsInOrder, type ListingForm } from './listing-form.ts';
import { LocationField } from './LocationField.tsx';
import classes from './ListingFields.module.css';

interface Props {
  listingForm: ListingForm;
  pictures: Pictures;
  describe: Describe;
  saving: boolean;
  /** Called when everything is valid. */
  onSubmit: () => void;
  /** Below the fields: buttons, and notes of the screen. */
  children: React.ReactNode;
}

/** The form of a listing, in the header's dialog and in the editor. */
export function ListingFields({ listingForm, pictures, describe, saving, ...props }: Props) {
  const { form } = listingForm;
  return (
    <form
      noValidate
      aria-busy={saving}
      onSubmit={form.onSubmit(props.onSubmit, (errors) =>
        showMistakes(listingForm, Object.keys(errors)),
      )}
    >
      {/* For Enter in a field, which a browser ignores where the form's only button is disabled. */}
      <input type="submit" hidden disabled={saving} />
      <Tooltip.Group>
        <Stack gap="md">
          <PicturePicker
            pictures={pictures}
            error={typeof form.errors.images === 'string' ? form.errors.images : undefined}
            disabled={saving}
            withUploader={listingForm.kind === 'editor'}
          />
          <TextInput
            label="Title"
            placeholder="What are you selling?"
            withAsterisk
            maxLength={titleMaxLength}
            disabled={saving}
            {...form.getInputProps('title')}
          />
          <DescriptionField listingForm={listingForm} describe={describe} disabled={saving} />
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
              disabled={saving}
              // Scrolling the page over it would change the price.
              onWheel={(event) => event.currentTarget.blur()}
              {...form.getInputProps('price')}
            />
            <LocationField listingForm={listingForm} disabled={saving} />
            <NativeSelect
              label="Category (optional)"
              data={[{ value: '', label: 'No category' }, ...categories]}
              description="Helps buyers find it. Empty means General."
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              disabled={saving}
              {...form.getInputProps('category')}
            />
            <NativeSelect
              label="Condition"
              data={[...conditions]}
              disabled={saving}
              {...form.getInputProps('condition')}
            />
          </div>
          <DetailsFields listingForm={listingForm} disabled={saving} />
          <FeaturedBox listingForm={listingForm} saving={saving} />
          {props.children}
        </Stack>
      </Tooltip.Group>
    </form>
  );
}

/** Where featuring is for premium members, others see the box but cannot check it. */
function FeaturedBox({ listingForm: { form }, saving }: Pick<Props, 'listingForm' | 'saving'>) {
  const { featuredPolicy } = usePageConfig();
  const user = useCurrentUser();
  const allowed =
    featuredPolicy === 'open' || user?.isAdmin === true || user?.membershipTier === 'premium';
  return (
    <Checkbox
      label="Featured listing ($5/month)"
      description={
        allowed
          ? 'Takes turns in the row above the newest listings and gets a Featured badge. No charge for now.'
          : 'Featured placement is for Premium Members.'
      }
      disabled={saving || !allowed}
      {...form.getInputProps('isFeatured', { type: 'checkbox' })}
    />
  );
}

/** Focuses the first wrong field and says what the form needs. */
function showMistakes({ form, kind, mistakes }: ListingForm, errors: string[]): void {
  const first = fieldsInOrder.find((field) => errors.includes(field));
  if (first) form.getInputNode(first)?.focus();
  const { fields, ...notice } = needed[kind];
  const values = form.getValues();
  if (fields.some((field) => values[field].trim() === '')) {
    toast({ ...notice, kind: 'error' });
  } else if (mistakes.location) {
    toast({ title: 'Invalid Location', message: mistakes.location, kind: 'error' });
  }
}

/** The fields that a form cannot do without, and what it says where one is empty. */
const needed = {
  dialog: {
    fields: ['title', 'price', 'location'],
    title: 'Missing Required Fields',
    message: 'Please fill in the title, price, and location fields.',
  },
  editor: {
    fields: ['title', 'description', 'price'],
    title: 'Error',
    message: 'Please fill in all required fields',
  },
} as const;
