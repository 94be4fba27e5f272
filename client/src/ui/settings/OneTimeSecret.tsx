import { Box, Button, Group, Text, TextInput } from '@mantine/core';
import { toast } from '../toast.ts';

interface Props {
  title: string;
  label: string;
  value: string;
  /** The title of the toast after copying. */
  copied: string;
  onDone: () => void;
}

/** A secret the one time that it is shown. */
export function OneTimeSecret({ title, label, value, copied, onDone }: Props) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast({ title: copied, kind: 'success' });
    } catch {
      toast({ title: 'Copy failed', message: 'Please copy the text manually.', kind: 'error' });
    }
  };
  return (
    <Box p="md" bd="1px solid var(--line)" bdrs="md">
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <TextInput
        ref={select}
        aria-label={label}
        value={value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => select(event.currentTarget)}
      />
      <Group mt="sm">
        <Button onClick={() => void copy()}>Copy</Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Box>
  );
}

const select = (field: HTMLInputElement | null) => field?.select();
