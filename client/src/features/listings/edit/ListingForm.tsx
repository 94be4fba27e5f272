import { Stack, Tooltip } from '@mantine/core';
import { toast } from '../../../ui/toast.ts';
import type { ListingField, ListingForm as State } from './listing-form.ts';
import { ListingFormFields } from './ListingFormFields.tsx';
import { PicturePicker } from '../photos/PicturePicker.tsx';
import type { Describe } from './use-describe.ts';
import type { Pictures } from '../photos/use-pictures.ts';

interface Props {
  listingForm: State;
  /** Kept by whoever shows the form, so that closing it loses none. */
  pictures: Pictures;
  describe: Describe;
  /** While a listing is on its way. */
  saving: boolean;
  /** With everything filled in as it should be. */
  onSubmit: () => void;
  /** What stands below the fields: buttons, and what else the screen has to say. */
  children: React.ReactNode;
}

/** A listing being written: the one form of the header's dialog and of the editor. */
export function ListingForm({ listingForm, pictures, describe, saving, ...props }: Props) {
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
          <ListingFormFields listingForm={listingForm} describe={describe} disabled={saving} />
          {props.children}
        </Stack>
      </Tooltip.Group>
    </form>
  );
}

/** Puts the focus on the first field that is wrong, and says what the form needs. */
function showMistakes({ form, kind, mistakes }: State, errors: string[]): void {
  const inOrder = [
    'title',
    'description',
    'price',
    'location',
    'category',
    'condition',
    'details',
  ] as const;
  const first = inOrder.find((field) => errors.includes(field));
  if (first) form.getInputNode(first)?.focus();
  const needed: ListingField[] =
    kind === 'dialog' ? ['title', 'price', 'location'] : ['title', 'description', 'price'];
  const values = form.getValues();
  if (needed.some((field) => String(values[field]).trim() === '')) {
    toast(kind === 'dialog' ? missingInDialog : missingInEditor);
  } else if (mistakes.location) {
    toast({ title: 'Invalid Location', message: mistakes.location, kind: 'error' });
  }
}

const missingInDialog = {
  title: 'Missing Required Fields',
  message: 'Please fill in the title, price, and location fields.',
  kind: 'error',
} as const;

const missingInEditor = {
  title: 'Error',
  message: 'Please fill in all required fields',
  kind: 'error',
} as const;
