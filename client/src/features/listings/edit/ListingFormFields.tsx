import {
  Anchor,
  Checkbox,
  type InputWrapperProps,
  NativeSelect,
  Text,
  Textarea,
  TextInput,
  Button,
  Loader,
  Tooltip,
  VisuallyHidden,
} from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import { IconSparkles } from '@tabler/icons-react';
import { useId } from 'react';
import {
  categories,
  conditions,
  descriptionMaxLength,
  titleMaxLength,
} from '@marketplace/shared/listings/constants';
import { texts } from '@marketplace/shared/texts';
import { usePageConfig } from '../../../config/page-config.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { DetailsFields } from './DetailsFields.tsx';
import classes from './ListingForm.module.css';
import { LocationInput } from './LocationInput.tsx';
import type { ListingForm, ListingFormKind } from './listing-form.ts';
import type { Describe } from './use-describe.ts';

const helpBelow: InputWrapperProps['inputWrapperOrder'] = [
  'label',
  'input',
  'error',
  'description',
];

interface Props {
  listingForm: ListingForm;
  describe: Describe;
  disabled: boolean;
}

/** Everything of a listing but its pictures. */
export function ListingFormFields({ listingForm, describe, disabled }: Props) {
  const { form } = listingForm;
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
      <DescriptionField listingForm={listingForm} describe={describe} disabled={disabled} />
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
        <LocationField listingForm={listingForm} disabled={disabled} />
        <NativeSelect
          label="Category (optional)"
          data={[{ value: '', label: 'No category' }, ...categories]}
          description="Helps buyers find it. Empty means General."
          inputWrapperOrder={helpBelow}
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
      <DetailsFields listingForm={listingForm} disabled={disabled} />
      <FeaturedBox listingForm={listingForm} disabled={disabled} />
    </>
  );
}

function DescriptionField({ listingForm: { form, kind }, describe, disabled }: Props) {
  return (
    <div className={classes.description}>
      <div className={classes.describe}>
        <DescribeButton describe={describe} disabled={disabled} />
      </div>
      <Textarea
        label={kind === 'dialog' ? 'Description (optional)' : 'Description'}
        placeholder="Age, size, why you are selling it, when it can be picked up"
        withAsterisk={kind === 'editor'}
        description={
          kind === 'dialog'
            ? 'You can post without one and add it later.'
            : 'Tell buyers what they would ask.'
        }
        inputWrapperOrder={helpBelow}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={descriptionMaxLength}
        disabled={disabled}
        {...form.getInputProps('description')}
      />
      {describe.undo && (
        <Text size="xs" mt={6} c="dimmed">
          Written by AI from your first photo: read it before you post.{' '}
          <Anchor component="button" type="button" inherit onClick={describe.undo}>
            Undo
          </Anchor>
        </Text>
      )}
    </div>
  );
}

function LocationField({ listingForm: { form, kind, isNew }, disabled }: Omit<Props, 'describe'>) {
  // Not at once: the message would move the button that is being pressed.
  const { start: checkLocation } = useTimeout(() => form.validateField('location'), 250);
  const field = form.getInputProps('location');
  return (
    <LocationInput
      label={kind === 'dialog' ? 'Location' : 'Location (optional)'}
      withAsterisk={kind === 'dialog'}
      description={field.error ? undefined : locationHelp(kind, isNew)}
      disabled={disabled}
      {...field}
      value={form.values.location}
      onChange={(value) => {
        form.setFieldValue('location', value);
        if (kind === 'dialog' && value.trim() === '') {
          form.setFieldError('location', texts.locationRequired);
        }
      }}
      onBlur={checkLocation}
    />
  );
}

function locationHelp(kind: ListingFormKind, isNew: boolean): string {
  if (kind === 'dialog') return 'Buyers search by town.';
  return isNew ? 'Leave empty for the whole Capital Region.' : 'Leave empty to show no location.';
}

/** Where featuring is for premium members, others see the box but cannot tick it. */
function FeaturedBox({ listingForm: { form }, disabled }: Omit<Props, 'describe'>) {
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
      disabled={disabled || !allowed}
      {...form.getInputProps('isFeatured', { type: 'checkbox' })}
    />
  );
}

const notConfigured = 'AI descriptions are not configured on this server.';

interface DescribeButtonProps {
  describe: Describe;
  disabled: boolean;
}

/**
 * Writes a description from the first picture. Where the server cannot, the button stays reachable
 * by keyboard and says why.
 */
function DescribeButton({ describe, disabled }: DescribeButtonProps) {
  const { canDescribe } = usePageConfig();
  const reasonId = useId();
  const press = () => {
    if (canDescribe && !describe.busy) void describe.describe();
  };
  return (
    <>
      <Tooltip
        label={notConfigured}
        disabled={canDescribe}
        multiline
        maw={260}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          data-disabled={!canDescribe || undefined}
          aria-disabled={!canDescribe || describe.busy || undefined}
          aria-describedby={canDescribe ? undefined : reasonId}
          leftSection={
            describe.busy ? (
              <Loader size={14} aria-hidden />
            ) : (
              <IconSparkles size={16} stroke={1.75} aria-hidden />
            )
          }
          onClick={press}
        >
          {describe.busy ? 'Describing...' : 'AI Description'}
        </Button>
      </Tooltip>
      {!canDescribe && <VisuallyHidden id={reasonId}>{notConfigured}</VisuallyHidden>}
    </>
  );
}
