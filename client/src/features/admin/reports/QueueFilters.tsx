import { Button, Group, NativeSelect, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import type { KeyboardEvent } from 'react';
import type { QueueView } from '@marketplace/shared/moderation/schemas';
import {
  heldReason,
  maxCasesCounted,
  reportReasons,
  caseTargetTypes,
} from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { numberText } from '../../../ui/count-text.ts';
import { IconX } from '../../../ui/icons/listing-icons.tsx';
import { IconKeyboard } from '../../../ui/icons/page-icons.tsx';
import { useMinute } from '../../../ui/time/use-today.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { useRefreshOn } from '../admin-events.ts';
import classes from './reports.module.css';
import { kindLabels, nameOf, reasonLabel, spanText } from './case-texts.ts';
import type { QueueFilter } from './use-cases.ts';

interface Props {
  filter: QueueFilter;
  onChange: (change: Partial<QueueFilter>) => void;
  onHelp: () => void;
}

/** The filters of the queue with their counts, and a line about the state of the queue. */
export function QueueFilters({ filter, onChange, onHelp }: Props) {
  const { data: queue, refetch } = trpc.admin.queue.useQuery();
  useRefreshOn(['report', 'resumed'], async () => {
    await refetch();
  });
  // The counts are of all open cases.
  const counts = filter.show === 'open' ? queue : undefined;
  return (
    <div className={classes.filters}>
      <Group gap="8px 16px">
        <SegmentedControl
          aria-label="Reports shown"
          data={shows}
          value={filter.show}
          onChange={(show) => onChange({ show: show as QueueFilter['show'] })}
        />
        {queue && <State queue={queue} />}
        <Button
          className={classes.help}
          ml="auto"
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconKeyboard size={18} stroke={1.75} aria-hidden />}
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          Shortcuts
        </Button>
      </Group>
      <Narrowing filter={filter} counts={counts} onChange={onChange} />
    </div>
  );
}

const shows = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'decided', label: 'Decided' },
];

/** The filters within open or decided cases. Counts are missing where they do not apply. */
function Narrowing(props: Omit<Props, 'onHelp'> & { counts: QueueView | undefined }) {
  const { filter, counts, onChange } = props;
  const isOpen = filter.show !== 'decided';
  return (
    <div className={classes.narrow} data-filters>
      <Select
        label="Kind"
        value={filter.kind}
        options={[
          ['all', 'All kinds'],
          ...caseTargetTypes.map((kind): Option => [kind, `${kindLabels[kind]}s`]),
        ]}
        counts={counts?.kinds}
        onChange={(kind) => onChange({ kind: kind as QueueFilter['kind'] })}
      />
      {isOpen && (
        <>
          <Select
            label="Reason"
            value={filter.reason}
            options={[
              ['all', 'All reasons'],
              ...[...reportReasons.map(({ value }) => value), heldReason].map((reason): Option => [
                reason,
                reasonLabel(reason),
              ]),
            ]}
            counts={counts?.reasons}
            onChange={(reason) => onChange({ reason })}
          />
          <Select
            label="Order"
            value={filter.order}
            options={[
              ['harm', 'Most harmful first'],
              ['newest', 'Newest first'],
            ]}
            onChange={(order) => onChange({ order: order as QueueFilter['order'] })}
          />
        </>
      )}
      {isOpen &&
        chips
          .filter(({ filter: chip }) => filter.show === 'open' || !('claim' in chip))
          .map((chip) => (
            <Chip key={chip.label} {...chip} counts={counts} shown={filter} onChange={onChange} />
          ))}
      {filter.owner && (
        <UnstyledButton
          className="chip"
          aria-pressed
          onClick={() => onChange({ owner: undefined })}
        >
          <span>About {isolated(filter.owner.displayName)}</span>
          <IconX size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  );
}

type CountName = 'unclaimed' | 'others' | 'overdue' | 'automatic' | 'people';

const chips: { label: string; count: CountName; filter: Partial<QueueFilter> }[] = [
  { label: 'Over a day', count: 'overdue', filter: { overdue: true } },
  { label: 'Unclaimed', count: 'unclaimed', filter: { claim: 'none' } },
  { label: 'Claimed by others', count: 'others', filter: { claim: 'others' } },
  { label: 'By people', count: 'people', filter: { source: 'people' } },
  { label: 'Automatic', count: 'automatic', filter: { source: 'automatic' } },
];

function Chip(
  props: (typeof chips)[number] & {
    counts: QueueView | undefined;
    shown: QueueFilter;
    onChange: Props['onChange'];
  },
) {
  const { label, count, filter, counts, shown, onChange } = props;
  const [[name, value]] = Object.entries(filter) as [['claim', 'none']];
  const isPressed = shown[name] === value;
  return (
    <UnstyledButton
      className="chip"
      aria-pressed={isPressed}
      onClick={() => onChange({ [name]: isPressed ? undefined : value })}
    >
      {label}
      {counts && <span className="numbers">{countOf(counts[count])}</span>}
    </UnstyledButton>
  );
}

/** Returns '42', or '1,000+' for as many as are counted at most. */
function countOf(count: number): string {
  return numberText({ count, capped: count >= maxCasesCounted });
}

type Option = [value: string, label: string];

function Select(props: {
  label: string;
  value: string;
  options: Option[];
  counts?: Record<string, number> | undefined;
  onChange: (value: string) => void;
}) {
  const { label, value, options, counts, onChange } = props;
  const labelOf = ([option, text]: Option) =>
    counts && option !== 'all' ? `${text} (${countOf(counts[option] ?? 0)})` : text;
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={options.map((option) => ({ value: option[0], label: labelOf(option) }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Shortcuts work again after Escape.
      onKeyDown={(event: KeyboardEvent<HTMLSelectElement>) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

/** One line: how many cases are open, how long they wait, and which admins have claims. */
function State({ queue }: { queue: QueueView }) {
  const now = useMinute();
  const me = useCurrentUser()?.id ?? '';
  const { open, oldestAt, medianMinutes, claims } = queue;
  const parts = [
    `${countOf(open)} open`,
    ...(oldestAt ? [`oldest ${spanText(now - Date.parse(oldestAt))}`] : []),
    ...(medianMinutes === null ? [] : [`decided in ${spanText(medianMinutes * 60_000)} (median)`]),
    ...claims.map(({ admin, count }) => `${isolated(nameOf(admin, me))}: ${count} claimed`),
  ];
  return (
    <Text fz="xs" c="dimmed" className="numbers" title="The median is of the last 30 days.">
      {parts.join(' · ')}
    </Text>
  );
}
