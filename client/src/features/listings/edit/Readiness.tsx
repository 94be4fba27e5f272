import { Anchor, Box, Group, Paper, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '../../../ui/icons/listing-icons.tsx';
import type { Pictures } from '../photos/use-pictures.ts';
import { fieldsInOrder, type ListingForm } from './listing-form.ts';

interface Props {
  id: string;
  listingForm: ListingForm;
  pictures: Pictures;
}

/** The missing fields, each with a link to it, or that the listing is ready for the preview. */
export function Readiness({ id, listingForm, pictures }: Props) {
  const { form, mistakes } = listingForm;
  const hasPlace = form.values.location.trim() !== '';
  const open = fieldsInOrder.filter((field) => mistakes[field] !== undefined);
  const ready = open.length === 0;
  const Icon = ready ? IconCircleCheck : IconCircleDashed;
  const color = ready ? 'var(--mantine-color-anchor)' : undefined;
  return (
    <Paper
      component="section"
      px={16}
      py={12}
      bd={`1px solid ${color ?? 'var(--mantine-color-default-border)'}`}
      aria-label="Readiness"
    >
      <Group component="output" fw={600} gap={8} wrap="nowrap" id={id}>
        <Icon size={18} stroke={1.75} color={color} aria-hidden />
        {ready
          ? 'Ready to preview'
          : `${open.length} required ${open.length === 1 ? 'field' : 'fields'}`}
      </Group>
      {!ready && (
        <Box component="ul" className="plain" mt={4}>
          {open.map((field) => (
            <li key={field}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                mih={32}
                ta="start"
                onClick={() => form.getInputNode(field)?.focus()}
              >
                {field === 'location' && hasPlace
                  ? 'Choose a town in the Capital Region'
                  : mistakes[field]}{' '}
                (click to go to field)
              </Anchor>
            </li>
          ))}
        </Box>
      )}
      {ready && pictures.pictures.length === 0 && (
        <Text size="xs" c="dimmed" mt={4}>
          Optional: add a photo to help buyers decide.
        </Text>
      )}
    </Paper>
  );
}
