import { Switch } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import classes from './ShortcutsHelp.module.css';

const keys = [
  ['J', 'Next report'],
  ['K', 'Previous report'],
  ['C', 'Claim, or end the claim'],
  ['D', 'Dismiss'],
  ['F', 'Flag'],
  ['X', 'Delete'],
  ['W', 'Warn'],
  ['R', 'Release a held review'],
  ['U', 'Undo'],
  ['?', 'This list'],
] as const;

interface Props {
  opened: boolean;
  onClose: () => void;
  enabled: boolean;
  onEnable: (enabled: boolean) => void;
}

/** The keys of the queue, and whether they are on. */
export function ShortcutsHelp({ opened, onClose, enabled, onEnable }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size={360}>
      <dl className={classes.keys}>
        {keys.map(([key, what]) => (
          <div key={key} className={classes.line}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        label="Shortcuts are on"
        checked={enabled}
        onChange={(event) => onEnable(event.currentTarget.checked)}
      />
    </Dialog>
  );
}
