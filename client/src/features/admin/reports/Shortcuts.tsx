import { Box, Group, Switch, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from './reports.module.css';

const keys = [
  ['J', 'Next report'],
  ['K', 'Previous report'],
  ['C', 'Claim or release'],
  ['D', 'Dismiss'],
  ['F', 'Flag'],
  ['T', 'Delete'],
  ['W', 'Warn'],
  ['R', 'Release a held review'],
  ['X', 'Select the open report'],
  ['Shift X', 'Select from the last one to this one'],
  ['A', 'Select all loaded reports'],
  ['Enter', 'Confirm the decision'],
  ['Esc', 'Cancel the decision, or clear the selection'],
  ['U', 'Undo'],
  ['L', 'Go to the filters'],
  ['0', 'Clear the filters'],
  ['?', 'This list'],
] as const;

interface Props {
  opened: boolean;
  onClose: () => void;
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
}

/** The list of keyboard shortcuts, with a switch that turns them off. */
export function ShortcutsDialog({ opened, onClose, enabled, onEnable }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size={400}>
      <Box component="dl" m={0}>
        {keys.map(([key, effect]) => (
          <Group key={key} gap="xs" py={3} wrap="nowrap">
            <Box component="dt" w={76} flex="none">
              <kbd className={classes.key}>{key}</kbd>
            </Box>
            <Text component="dd">{effect}</Text>
          </Group>
        ))}
      </Box>
      <Switch
        mt="md"
        label="Shortcuts are on"
        checked={enabled}
        onChange={(event) => onEnable(event.currentTarget.checked)}
      />
    </Dialog>
  );
}

/** Binds keyboard shortcuts. They do nothing while the user types or a dialog is open. */
export function useShortcuts(enabled: boolean, effects: Record<string, () => void>): void {
  const isTyping = () =>
    document.activeElement?.matches('input:not([type=checkbox], [type=radio])');
  const unlessInDialog = (act: () => void) => () => {
    if (enabled && !isTyping() && !document.querySelector('[role="dialog"]')) act();
  };
  const bound = Object.entries(effects).map(([key, act]): [string, () => void] => [
    key,
    unlessInDialog(act),
  ]);
  // After a click on a checkbox of a row, the shortcuts must work, so inputs are not left out.
  useHotkeys(bound, ['TEXTAREA', 'SELECT']);
}
