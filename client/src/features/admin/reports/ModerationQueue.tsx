import { Box, Button, Group, NativeSelect, SegmentedControl, Switch, Text } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { useDisclosure, useLocalStorage, useHotkeys } from '@mantine/hooks';
import { IconKeyboard } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { reportTargetTypes } from '@marketplace/shared/moderation/constants';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { CaseDetail } from './CaseDetail.tsx';
import { CaseList } from './CaseList.tsx';
import { DecidedBar, useDecisionDraft } from './DecisionPanel.tsx';
import classes from './ModerationQueue.module.css';
import { choicesOf, decisionWords, holderOf, kindLabels } from './case-texts.ts';
import { type QueueFilter, useCaseActions, useCases } from './use-cases.ts';

/** The live reports on listings, messages, reviews and users, and the decisions about them. */
export function ModerationQueue() {
  const [filter, setFilter] = useState<QueueFilter>({ show: 'open', kind: 'all' });
  const [helpOpened, help] = useDisclosure(false);
  const [shortcuts, setShortcuts] = useLocalStorage({
    key: 'moderation-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [caseId, setCaseId] = useCaseInAddress();
  return (
    <section
      className={classes.queue}
      aria-label="Moderation queue"
      data-open={caseId ? true : undefined}
    >
      <QueueFilters
        filter={filter}
        onChange={(next) => {
          setCaseId(null);
          setFilter(next);
        }}
        onHelp={help.open}
      />
      <Panes
        key={`${filter.show} ${filter.kind}`}
        {...{ filter, caseId, setCaseId }}
        shortcuts={shortcuts}
        onHelp={help.open}
      />
      <ShortcutsHelp
        opened={helpOpened}
        onClose={help.close}
        enabled={shortcuts}
        onEnable={setShortcuts}
      />
    </section>
  );
}

/** The open case, which the address names: on a phone, back leads to the list. */
function useCaseInAddress() {
  const [search, setSearch] = useSearchParams();
  const caseId = search.get('case');
  const setCaseId = (next: string | null) => {
    if (next === caseId) return;
    const change = (params: URLSearchParams) => {
      if (next === null) params.delete('case');
      else params.set('case', next);
      return params;
    };
    setSearch(change, { replace: caseId !== null });
  };
  return [caseId, setCaseId] as const;
}

interface PanesProps {
  filter: QueueFilter;
  caseId: string | null;
  setCaseId: (caseId: string | null) => void;
  shortcuts: boolean;
  onHelp: () => void;
}

function Panes({ filter, caseId, setCaseId, shortcuts, onHelp }: PanesProps) {
  const me = useCurrentUser()?.id ?? '';
  const panes = useRef<HTMLDivElement>(null);
  const cases = useCases({ filter, caseId, onMissing: () => setCaseId(null) });
  const actions = useCaseActions(cases);
  const draft = useDecisionDraft(caseId);
  const view = caseId === null ? undefined : cases.find(caseId);
  const { last } = actions;

  useShortcuts({
    enabled: shortcuts,
    // Keys open and change things in the panes, which therefore have to be in view.
    onAny: () => panes.current?.scrollIntoView({ block: 'nearest' }),
    onStep(by) {
      const order = cases.items?.map(({ id }) => id) ?? [];
      const at = caseId === null ? -1 : order.indexOf(caseId);
      const next = order[at < 0 && by < 0 ? order.length - 1 : at + by];
      if (next !== undefined) setCaseId(next);
    },
    onClaim() {
      if (view?.status !== 'open' || actions.isBusy) return;
      const holder = holderOf(view, Date.now());
      void (holder?.id === me ? actions.release(view.id) : actions.claim(view.id));
    },
    onDecide(hotkey) {
      const choice =
        view?.status === 'open' &&
        choicesOf(view).find(({ decision }) => decisionWords[decision].hotkey === hotkey);
      if (choice && !choice.blocked) draft.choose(choice.decision);
    },
    onUndo() {
      const undone = view?.undoableUntil ? view : last;
      if (undone && !actions.isBusy) void actions.undo(undone.id);
    },
    onHelp,
  });

  return (
    <div className={classes.panes} ref={panes}>
      <div className={classes.list}>
        <CaseList cases={cases} show={filter.show} caseId={caseId} me={me} onSelect={setCaseId} />
      </div>
      <div className={classes.detail}>
        {view && (
          <CaseDetail
            key={view.id}
            {...{ view, me, actions, draft }}
            onBack={() => setCaseId(null)}
          />
        )}
        {!view && cases.items && cases.items.length > 0 && (
          <Text m="auto" p={24} c="dimmed" ta="center">
            Choose a report, or press J for the first one.
          </Text>
        )}
        {last && last.id !== caseId && (
          <div className={classes.last}>
            <DecidedBar view={last} me={me} actions={actions} named />
          </div>
        )}
      </div>
    </div>
  );
}

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

/** The keyboard shortcuts, and a switch for them. */
function ShortcutsHelp({ opened, onClose, enabled, onEnable }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size={360}>
      <Box component="dl" m={0}>
        {keys.map(([key, what]) => (
          <Group key={key} gap={16} py={5}>
            <dt>
              <kbd className={classes.key}>{key}</kbd>
            </dt>
            <Text component="dd">{what}</Text>
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

interface Shortcuts {
  enabled: boolean;
  /** Before the action of each key but help. */
  onAny: () => void;
  /** One case on, or back. */
  onStep: (by: 1 | -1) => void;
  onClaim: () => void;
  /** D, F, X, W or R. */
  onDecide: (hotkey: string) => void;
  onUndo: () => void;
  onHelp: () => void;
}

/** The keyboard shortcuts; none works while the user types or a dialog is open. */
function useShortcuts({ enabled, ...on }: Shortcuts): void {
  const when = (act: () => void) => () => {
    if (enabled && !document.querySelector('[role="dialog"]')) act();
  };
  const inQueue = (act: () => void) =>
    when(() => {
      on.onAny();
      act();
    });
  useHotkeys([
    ['J', inQueue(() => on.onStep(1))],
    ['K', inQueue(() => on.onStep(-1))],
    ['C', inQueue(on.onClaim)],
    ...['D', 'F', 'X', 'W', 'R'].map((key): [string, () => void] => [
      key,
      inQueue(() => on.onDecide(key)),
    ]),
    ['U', inQueue(on.onUndo)],
    ['shift+?', when(on.onHelp)],
  ]);
}

const shows = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'decided', label: 'Decided' },
];

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...reportTargetTypes.map((value) => ({ value, label: `${kindLabels[value]}s` })),
];

interface QueueFiltersProps {
  filter: QueueFilter;
  onChange: (filter: QueueFilter) => void;
  onHelp: () => void;
}

/** Which cases the queue shows. */
function QueueFilters({ filter, onChange, onHelp }: QueueFiltersProps) {
  return (
    <Group gap="8px 12px" mb={12} className={classes.filters}>
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
        ml="auto"
        variant="subtle"
        color="gray"
        leftSection={<IconKeyboard size={18} stroke={1.75} aria-hidden />}
        aria-keyshortcuts="?"
        onClick={onHelp}
      >
        Shortcuts
      </Button>
    </Group>
  );
}
