import { ActionIcon, Button, Input, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import {
  detailNameMaxLength,
  detailValueMaxLength,
  maxDetails,
} from '@marketplace/shared/listings/details';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import type { ListingForm } from './listing-form.ts';
import classes from './DetailsFields.module.css';

interface Props {
  listingForm: ListingForm;
  disabled: boolean;
}

/** Attributes of the product by name. Nothing but a button until there is one. */
export function DetailsFields({ listingForm: { form }, disabled }: Props) {
  const group = useRef<HTMLFieldSetElement>(null);
  const rows = form.values.details;
  const { error, 'data-path': path } = form.getInputProps('details') as {
    error?: string;
    'data-path'?: string;
  };
  const change = (details: Detail[], focus?: string) => {
    form.setFieldValue('details', details);
    if (!focus) return;
    // What is to have the focus is drawn only after this change.
    requestAnimationFrame(() => group.current?.querySelector<HTMLElement>(focus)?.focus());
  };
  const set = (index: number, detail: Detail) => change(rows.with(index, detail));
  return (
    <fieldset className={classes.details} disabled={disabled} ref={group}>
      <legend className={classes.legend}>Product details (optional)</legend>
      {Array.from(rows.entries(), ([index, [name, value]]) => (
        // A row has no identity but its place.
        <div key={index} className={classes.row}>
          <TextInput
            aria-label={`Detail ${index + 1} name`}
            placeholder="Brand"
            maxLength={detailNameMaxLength}
            data-path={index === 0 ? path : undefined}
            data-name={index}
            value={name}
            onChange={(event) => set(index, [event.currentTarget.value, value])}
          />
          <TextInput
            aria-label={`Detail ${index + 1} value`}
            placeholder="Acme"
            maxLength={detailValueMaxLength}
            value={value}
            onChange={(event) => set(index, [name, event.currentTarget.value])}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove detail ${index + 1}`}
            onClick={() => change(rows.toSpliced(index, 1), '[data-add]')}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
      {rows.length < maxDetails && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml="-0.5rem"
          data-add
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => change([...rows, ['', '']], `[data-name="${rows.length}"]`)}
        >
          {rows.length === 0 ? 'Add a detail' : 'Add another'}
        </Button>
      )}
      <Text size="xs" c="dimmed">
        {rows.length === 0
          ? 'Such as brand or size. Lines like “Color: blue” in the description count, too.'
          : 'Shown as a list in place of lines like “Color: blue” in the description.'}
      </Text>
    </fieldset>
  );
}
