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

type Option = [value: string, label: string];

/** The options of each select, the first of which changes nothing. */
const selects: Record<'kind' | 'reason' | 'order', Option[]> = {
  kind: [
    ['all', 'All kinds'],
    ...caseTargetTypes.map((kind): Option => [kind, `${kindLabels[kind]}s`]),
  ],
  reason: [
    ['all', 'All reasons'],
    ...[...reportReasons.map(({ value }) => value), heldReason].map((reason): Option => [
      reason,
      reasonLabel(reason),
    ]),
  ],
  order: [
    ['harm', 'Most harmful first'],
    ['newest', 'Newest first'],
  ],
};

const chips = [
  { label: 'Over a day', count: 'overdue', name: 'overdue', value: true },
  { label: 'Unclaimed', count: 'unclaimed', name: 'claim', value: 'none' },
  { label: 'Claimed by others', count: 'others', name: 'claim', value: 'others' },
  { label: 'By people', count: 'people', name: 'source', value: 'people' },
  { label: 'Automatic', count: 'automatic', name: 'source', value: 'automatic' },
] as const;

/** The filters within open or decided cases. Counts are missing where they do not apply. */
function Narrowing(props: Omit<Props, 'onHelp'> & { counts: QueueView | undefined }) {
  const { filter, counts, onChange } = props;
  const { show, owner } = filter;
  const countsOf = { kind: counts?.kinds, reason: counts?.reasons, order: undefined };
  const names = show === 'decided' ? (['kind'] as const) : (['kind', 'reason', 'order'] as const);
  const shown = chips.filter(
    ({ name }) => show === 'open' || (show === 'mine' && name !== 'claim'),
  );
  return (
    <div className={classes.narrow} data-filters>
      {names.map((name) => (
        <NativeSelect
          key={name}
          size="xs"
          aria-label={`${name.charAt(0).toUpperCase()}${name.slice(1)}`}
          data={selects[name].map(([value, label]) => ({
            value,
            label: label + countText(value === 'all' ? undefined : countsOf[name], value),
          }))}
          value={filter[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          // Shortcuts work again after Escape.
          onKeyDown={(event: KeyboardEvent<HTMLSelectElement>) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
      ))}
      {shown.map(({ label, count, name, value }) => (
        <UnstyledButton
          key={label}
          className="chip"
          aria-pressed={filter[name] === value}
          onClick={() => onChange({ [name]: filter[name] === value ? undefined : value })}
        >
          {label}
          {counts && <span className="numbers">{countOf(counts[count])}</span>}
        </UnstyledButton>
      ))}
      {owner && (
        <UnstyledButton
          className="chip"
          aria-pressed
          onClick={() => onChange({ owner: undefined })}
        >
          <span>About {isolated(owner.displayName)}</span>
          <IconX size={14} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  );
}

function countText(counts: QueueView['kinds'] | undefined, value: string): string {
  return counts ? ` (${countOf(counts[value] ?? 0)})` : '';
}

/** Returns '42', or '1,000+' for as many as are counted at most. */
function countOf(count: number): string {
  return numberText({ count, capped: count >= maxCasesCounted });
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
