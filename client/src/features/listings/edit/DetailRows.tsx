import { ActionIcon, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { detailNameMaxLength, detailValueMaxLength } from '@marketplace/shared/listings/details';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import { IconX } from '../../../ui/icons/listing-icons.tsx';
import type { ListingForm } from './listing-form.ts';

interface Props extends Pick<ListingForm, 'form'> {
  /** The index of the row that was just added, which gets the focus. */
  added: number | null;
  onRemoved: () => void;
}

/** A row with a name and a value for each attribute of the product. */
export function DetailRows({ form, added, onRemoved }: Props) {
  const rows = form.values.details;
  const change = (details: Detail[]) => form.setFieldValue('details', details);
  const { 'data-path': path } = form.getInputProps('details') as { 'data-path'?: string };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = added === null ? null : list.current?.children[added];
    row?.querySelector('input')?.focus();
  }, [added]);
  return (
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
              onRemoved();
            }}
          >
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
