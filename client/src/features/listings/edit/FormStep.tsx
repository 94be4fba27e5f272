import {
  Box,
  Button,
  Checkbox,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { categories, conditions, titleMaxLength } from '@marketplace/shared/listings/constants';
import { priceOf } from '@marketplace/shared/money';
import { canonicalPrice } from '@marketplace/shared/typed-price';
import { isVisible } from '@marketplace/shared/plain-text';
import { usePageConfig } from '../../../config/page-config.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { PicturePicker } from '../photos/PicturePicker.tsx';
import type { Pictures } from '../photos/use-pictures.ts';
import { type Describe, DescriptionField } from './DescriptionField.tsx';
import { DetailsFields } from './DetailsFields.tsx';
import type { ListingValues } from './draft.ts';
import { fieldsInOrder, type ListingForm } from './listing-form.ts';
import { LocationField } from './LocationField.tsx';
import { PriceField } from './PriceField.tsx';
import { Readiness } from './Readiness.tsx';
import { SuggestButton, SuggestedMark, type Suggestions } from './suggestions.tsx';
import classes from './ListingSteps.module.css';

export type Step = 'form' | 'preview';

export interface StepProps {
  listingForm: ListingForm;
  pictures: Pictures;
  saving: boolean;
  /** The part of the pictures that was sent, 0 to 1. */
  uploaded: number;
  saveLabel: string;
  /** Asks a visitor to sign in; null for a signed-in user. */
  signInPrompt: ReactNode;
  onStep: (step: Step) => void;
  onSave: () => void;
}

interface Props extends StepProps {
  describe: Describe;
  suggestions: Suggestions;
  onCancel: () => void;
}

/** The form of a listing, in the header's dialog and in the editor. */
export function FormStep(props: Props) {
  const { listingForm, pictures, saving, signInPrompt, saveLabel } = props;
  const { form, kind, mistakes } = listingForm;
  const [touched, setTouched] = useState(false);
  const touch = () => setTouched(true);
  const readinessId = useId();
  // In the editor, signed-in users can save from the form. All others see the preview first.
  const canSave = kind === 'editor' && !signInPrompt;
  const preview = () => props.onStep('preview');
  return (
    <>
      {signInPrompt}
      <form
        noValidate
        aria-busy={saving}
        onSubmit={form.onSubmit(canSave ? props.onSave : preview, (errors) =>
          showMistakes(listingForm, Object.keys(errors)),
        )}
      >
        <fieldset disabled={saving}>
          {/* For the Enter key, which browsers ignore if the only submit button is disabled. */}
          <input type="submit" hidden />
          <div className={classes.form} onFocus={touch} onPointerOver={touch}>
            <Stack gap="sm">
              <PicturePicker
                pictures={pictures}
                error={typeof form.errors.images === 'string' ? form.errors.images : undefined}
                withUploader={kind === 'editor'}
                disabled={saving}
              />
              <SuggestButton suggestions={props.suggestions} pictures={pictures} />
            </Stack>
            <Fields {...props} suggests={touched} />
            <Stack>
              <Readiness {...props} id={readinessId} />
              <Summary {...form.values} />
            </Stack>
            <div className={`${classes.actions} dialog-actions`}>
              <Button variant="default" onClick={props.onCancel}>
                Cancel
              </Button>
              <Button
                type={canSave ? 'button' : 'submit'}
                variant={canSave ? 'default' : 'filled'}
                disabled={Object.keys(mistakes).length > 0}
                aria-describedby={readinessId}
                onClick={canSave ? preview : undefined}
              >
                Preview Listing
              </Button>
              {canSave && <Button type="submit">{saveLabel}</Button>}
            </div>
          </div>
        </fieldset>
      </form>
    </>
  );
}

function Fields(props: Props & { suggests: boolean }) {
  const { listingForm, describe, saving, suggests, suggestions } = props;
  const { form } = listingForm;
  const { featuredPolicy } = usePageConfig();
  const user = useCurrentUser();
  const isWanted = form.values.kind === 'wanted';
  const canFeature =
    featuredPolicy === 'open' || user?.isAdmin || user?.membershipTier === 'premium';
  return (
    <Stack className={classes.fields}>
      <SegmentedControl
        aria-label="What kind of listing"
        fullWidth
        data={[
          { value: 'offer', label: "I'm offering" },
          { value: 'wanted', label: "I'm looking for" },
        ]}
        disabled={saving}
        {...form.getInputProps('kind')}
      />
      <div>
        <TextInput
          label="Title"
          placeholder={isWanted ? 'What are you looking for?' : 'What are you selling?'}
          withAsterisk
          maxLength={titleMaxLength}
          {...form.getInputProps('title')}
        />
        <SuggestedMark suggestions={suggestions} field="title" />
      </div>
      <DescriptionField listingForm={listingForm} {...{ describe, suggestions }} />
      <div className={classes.pair}>
        <PriceField form={form} />
        <LocationField listingForm={listingForm} suggests={suggests} />
        <div>
          <NativeSelect
            label="Category (optional)"
            data={[{ value: '', label: 'No category' }, ...categories]}
            description="Helps buyers find your listing."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            {...form.getInputProps('category')}
          />
          <SuggestedMark suggestions={suggestions} field="category" />
        </div>
        {!isWanted && (
          <div>
            <NativeSelect
              label="Condition"
              data={[...conditions]}
              {...form.getInputProps('condition')}
            />
            <SuggestedMark suggestions={suggestions} field="condition" />
          </div>
        )}
      </div>
      {!isWanted && (
        <Checkbox
          label="Price is firm"
          description="Buyers can't make offers."
          {...form.getInputProps('isFirmPrice', { type: 'checkbox' })}
        />
      )}
      <DetailsFields form={form} />
      <Checkbox
        label="Featured listing ($5/month)"
        description={
          canFeature
            ? 'Your listing gets a Featured badge and takes turns at the top. No charge for now.'
            : 'Only Premium Members can feature listings.'
        }
        disabled={!canFeature}
        {...form.getInputProps('isFeatured', { type: 'checkbox' })}
      />
    </Stack>
  );
}

/** A preview of the card on wide screens. Screen readers skip it, because it repeats the fields. */
function Summary({ kind, title, price, location }: ListingValues) {
  const hasPrice = canonicalPrice(price) !== null;
  return (
    <Box
      visibleFrom="md"
      p="12px 16px"
      bdrs="lg"
      bg="var(--ground)"
      style={{ overflowWrap: 'anywhere' }}
      aria-hidden
    >
      <Text fz="lg" fw={700} className="numbers" c={hasPrice ? undefined : 'dimmed'}>
        {hasPrice ? priceOf({ kind, price }) : '$0'}
      </Text>
      <Text fw={600} lineClamp={2} dir="auto" ta="left" c={title.trim() ? undefined : 'dimmed'}>
        {title.trim() || 'Title'}
      </Text>
      <Text size="xs" c="dimmed">
        {location.trim() || 'Town'}
      </Text>
    </Box>
  );
}

/** Focuses the first field with a mistake and shows a toast on what the form needs. */
function showMistakes({ form, kind, mistakes }: ListingForm, errors: string[]): void {
  const first = fieldsInOrder.find((field) => errors.includes(field));
  if (first) form.getInputNode(first)?.focus();
  const { fields, ...notice } = needed[kind];
  const values = form.getValues();
  if (fields.some((field) => !isVisible(values[field]))) {
    toast({ ...notice, kind: 'error' });
  } else if (mistakes.location) {
    toast({ title: 'Invalid Location', message: mistakes.location, kind: 'error' });
  }
}

/** The required fields of each form, and the text of the toast if one is empty. */
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
