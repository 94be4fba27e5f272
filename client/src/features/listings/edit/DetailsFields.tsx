import { Button, Input, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { maxDetails } from '@marketplace/shared/listings/details';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { ListingForm } from './listing-form.ts';

const DetailRows = lazyPart(async () => (await import('./DetailRows.tsx')).DetailRows);

interface Props {
  listingForm: ListingForm;
  disabled: boolean;
}

/** Attributes of the product by name; only a button until there is one. */
export function DetailsFields({ listingForm: { form }, disabled }: Props) {
  const addButton = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState<number | null>(null);
  const rows = form.values.details;
  const { error, 'data-path': path } = form.getInputProps('details') as {
    error?: string;
    'data-path'?: string;
  };
  const change = (details: Detail[]) => form.setFieldValue('details', details);
  return (
    <fieldset disabled={disabled}>
      <Text component="legend" fw={600} mb={4}>
        Product details (optional)
      </Text>
      <Stack gap={6} align="flex-start">
        {rows.length > 0 && (
          <DetailRows
            rows={rows}
            path={path}
            added={added}
            onChange={(index, detail) => change(rows.with(index, detail))}
            onRemove={(index) => {
              setAdded(null);
              change(rows.toSpliced(index, 1));
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
            change([...rows, ['', '']]);
          }}
        >
          {rows.length === 0 ? 'Add a detail' : 'Add another'}
        </Button>
        <Text size="xs" c="dimmed">
          {rows.length === 0
            ? 'Such as brand or size. Lines like “Color: blue” in the description count, too.'
            : 'Shown as a list in place of lines like “Color: blue” in the description.'}
        </Text>
      </Stack>
    </fieldset>
  );
}
