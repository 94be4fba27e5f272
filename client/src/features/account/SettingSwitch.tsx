import { Button, Group, Skeleton, Switch, Text } from '@mantine/core';
import classes from './SettingSwitch.module.css';

interface Props {
  label: string;
  description: string;
  /** Undefined until it is known. */
  checked: boolean | undefined;
  failed: boolean;
  onChange: (checked: boolean) => void;
  onRetry: () => void;
}

/** A choice that is kept as soon as it is made. */
export function SettingSwitch({ label, description, checked, failed, onChange, onRetry }: Props) {
  if (checked === undefined && failed) {
    return (
      <Group role="alert" justify="space-between">
        <Text>This could not be loaded.</Text>
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    );
  }
  return (
    <Skeleton visible={checked === undefined}>
      <Switch
        classNames={classes}
        size="md"
        labelPosition="left"
        label={label}
        description={description}
        checked={checked ?? false}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Skeleton>
  );
}
