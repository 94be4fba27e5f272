import { Button, Group, VisuallyHidden } from '@mantine/core';

interface Props<Value extends string | number> {
  label: string;
  choices: readonly { value: Value; label: string }[];
  /** The current value, which may match none of the choices. */
  value: Value | null;
  onChange: (value: Value) => void;
  isBusy: boolean;
}

/** Shows common answers as a row of buttons. */
export function Choices<Value extends string | number>(props: Props<Value>) {
  const { label, choices, value, onChange, isBusy } = props;
  return (
    <Group component="fieldset" gap="xs">
      <VisuallyHidden component="legend">{label}</VisuallyHidden>
      {choices.map((choice) => {
        const isChosen = choice.value === value;
        return (
          <Button
            key={choice.value}
            variant={isChosen ? 'light' : 'default'}
            size="xs"
            radius="xl"
            className="numbers"
            aria-pressed={isChosen}
            disabled={isBusy}
            onClick={() => onChange(choice.value)}
          >
            {choice.label}
          </Button>
        );
      })}
    </Group>
  );
}
