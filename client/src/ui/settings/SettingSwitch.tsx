import { Box, Group, Switch, Text } from '@mantine/core';
import { useId } from 'react';

interface Props {
  label: string;
  description?: string;
  checked: boolean;
  /** True if the last change was saved. */
  isSaved: boolean;
  failure?: string | undefined;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch whose setting is saved at once, with a note when it is saved or has failed. */
export function SettingSwitch(props: Props) {
  const { label, description, checked, isSaved, failure, disabled = false, onChange } = props;
  const id = useId();
  const help = failure ?? description;
  return (
    <Group gap="lg" wrap="nowrap" align="flex-start" justify="space-between">
      <Box miw={0}>
        <Group gap={8}>
          <Text component="label" htmlFor={id} fw={600} style={{ cursor: 'pointer' }}>
            {label}
          </Text>
          <Text component="output" size="xs" c="var(--mantine-color-anchor)">
            {isSaved && 'Saved'}
          </Text>
        </Group>
        {help && (
          <Text
            id={`${id}-help`}
            role={failure ? 'alert' : undefined}
            size="xs"
            c={failure ? 'var(--mantine-color-error)' : 'dimmed'}
          >
            {help}
          </Text>
        )}
      </Box>
      <Switch
        id={id}
        size="md"
        aria-describedby={help ? `${id}-help` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Group>
  );
}
