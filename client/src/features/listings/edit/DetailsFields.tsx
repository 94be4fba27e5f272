import { Button, Input, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { maxDetails } from '@marketplace/shared/listings/details';
import { IconPlus } from '../../../ui/icons/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { ListingForm } from './listing-form.ts';

const DetailRows = lazyPart(async () => (await import('./DetailRows.tsx')).DetailRows);

/** The attributes of the product. Shows only a button until there is one. */
export function DetailsFields({ form }: Pick<ListingForm, 'form'>) {
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  const rows = form.values.details;
  const { error } = form.getInputProps('details') as { error?: string };
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        Product details (optional)
      </Text>
      <Stack gap={4} align="flex-start">
        {rows.length > 0 && (
          <DetailRows
            form={form}
            added={added}
            onRemoved={() => {
              setAdded(null);
              addButton.current?.focus();
            }}
          />
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
            setAdded(rows.length);
            form.setFieldValue('details', [...rows, ['', '']]);
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
