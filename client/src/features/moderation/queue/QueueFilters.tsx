import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { IconKeyboard } from '@tabler/icons-react';
import { reportTargetTypes } from '@marketplace/shared/moderation/constants';
import { kindLabels } from './case-texts.ts';
import classes from './ModerationQueue.module.css';
import type { QueueFilter } from './use-cases.ts';

const shows = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'decided', label: 'Decided' },
];

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...reportTargetTypes.map((value) => ({ value, label: `${kindLabels[value]}s` })),
];

interface Props {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
  onHelp: () => void;
}

/** Which cases the queue shows. */
export function QueueFilters({ filter, onChange, onHelp }: Props) {
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label="Reports shown"
        data={shows}
        value={filter.show}
        onChange={(show) => onChange({ ...filter, show: show as QueueFilter['show'] })}
      />
      <NativeSelect
        aria-label="Kind"
        data={kinds}
        value={filter.kind}
        onChange={(event) =>
          onChange({ ...filter, kind: event.currentTarget.value as QueueFilter['kind'] })
        }
      />
      <Button
        className={classes.help}
        variant="subtle"
        color="gray"
        leftSection={<IconKeyboard size={18} stroke={1.75} aria-hidden />}
        aria-keyshortcuts="?"
        onClick={onHelp}
      >
        Shortcuts
      </Button>
    </div>
  );
}
