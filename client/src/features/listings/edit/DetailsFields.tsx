import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import {
  detailNameMaxLength,
  detailValueMaxLength,
  maxDetails,
} from '@marketplace/shared/listings/details';
import { IconPlus } from '../../../ui/icons/icons.tsx';
import { IconX } from '../../../ui/icons/listing-icons.tsx';
import type { ListingForm } from './listing-form.ts';

/** The attributes of the product: a name and a value each. Shows only a button until there is one. */
export function DetailsFields({ form }: Pick<ListingForm, 'form'>) {
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const rows = form.values.details;
  const change = (details: typeof rows) => form.setFieldValue('details', details);
  type Field = { error?: string; 'data-path'?: string };
  const { error, 'data-path': path } = form.getInputProps('details') as Field;
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        Product details (optional)
      </Text>
      <Stack gap={4} align="flex-start">
        {rows.length > 0 && (
          <Stack gap="xs" w="100%" ref={list}>
            {Array.from(rows.entries(), ([index, [name, value]]) => (
              <Group key={index} gap="xs" wrap="nowrap">
                <TextInput
                  flex={2}
                  miw={0}
                  aria-label={`Detail ${index + 1} name`}
                  placeholder="Brand"
                  maxLength={detailNameMaxLength}
                  // The form finds the field to focus by this attribute.
                  data-path={index === 0 ? path : undefined}
                  value={name}
                  onChange={(event) => change(rows.with(index, [event.currentTarget.value, value]))}
                />
                <TextInput
                  flex={3}
                  miw={0}
                  aria-label={`Detail ${index + 1} value`}
                  placeholder="Acme"
                  maxLength={detailValueMaxLength}
                  value={value}
                  onChange={(event) => change(rows.with(index, [name, event.currentTarget.value]))}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Remove detail ${index + 1}`}
                  onClick={() => {
                    change(rows.toSpliced(index, 1));
                    addButton.current?.focus();
                  }}
                >
                  <IconX size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Group>
            ))}
          </Stack>
        )}
        {error && <Input.Error role="alert">{error}</Input.Error>}
        <Button
          ref={addButton}
          variant="subtle"
          size="compact-sm"
          ml="-0.5rem"
          disabled={rows.length >= maxDetails}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => {
            flushSync(() => change([...rows, ['', '']]));
            list.current?.lastElementChild?.querySelector('input')?.focus();
          }}
        >
          {rows.length === 0 ? 'Add a detail' : 'Add another'}
        </Button>
        <Text size="xs" c="dimmed">
          {rows.length === 0
            ? 'Such as brand or size. Lines like “Color: blue” in the description count too.'
            : 'Shown as a list instead of lines like “Color: blue” in the description.'}
        </Text>
      </Stack>
    </fieldset>
  );
}
