import {
  Box,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Switch,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { useDisclosure, useLocalStorage, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import { caseTargetTypes } from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconKeyboard } from '../../../ui/icons/page-icons.tsx';
import { useMinute } from '../../../ui/time/use-today.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { CaseDetail } from './CaseDetail.tsx';
import { CaseList } from './CaseList.tsx';
import { DecidedBar, useDecisionDraft } from './DecisionPanel.tsx';
import classes from './reports.module.css';
import { choicesOf, decisionWords, holderOf, kindLabels, ruleOf } from './case-texts.ts';
import { type QueueFilter, useCaseActions, useCases } from './use-cases.ts';

/** The live queue of reports on listings, messages, reviews, and users. */
export function ModerationQueue() {
  const [filter, setFilter] = useState<QueueFilter>({ show: 'open', kind: 'all' });
  const [helpOpened, help] = useDisclosure(false);
  const [shortcuts, setShortcuts] = useLocalStorage({
    key: 'moderation-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [caseId, setCaseId] = useCaseInAddress();
  const changeFilter = (change: Partial<QueueFilter>) => {
    setCaseId(null);
    setFilter({ ...filter, ...change });
  };
  // '?' needs Shift on some keyboards only.
  useShortcuts(shortcuts, { '?': help.open, 'shift+?': help.open });
  return (
    <section
      className={classes.queue}
      aria-label="Moderation queue"
      data-open={caseId ? true : undefined}
    >
      <Group gap="8px 12px" mb={12} className={classes.filters}>
        <SegmentedControl
          aria-label="Reports shown"
          data={shows}
          value={filter.show}
          onChange={(show) => changeFilter({ show: show as QueueFilter['show'] })}
        />
        <NativeSelect
          size="xs"
          aria-label="Kind"
          data={kinds}
          value={filter.kind}
          onChange={({ currentTarget: { value } }) =>
            changeFilter({ kind: value as QueueFilter['kind'] })
          }
        />
        <Button
          className={classes.help}
          ml="auto"
          variant="subtle"
          color="gray"
          size="compact-md"
          leftSection={<IconKeyboard size={18} stroke={1.75} aria-hidden />}
          aria-keyshortcuts="?"
          onClick={help.open}
        >
          Shortcuts
        </Button>
      </Group>
      <Panes
        key={`${filter.show} ${filter.kind}`}
        filter={filter}
        caseId={caseId}
        setCaseId={setCaseId}
        shortcuts={shortcuts}
      />
      <Dialog opened={helpOpened} onClose={help.close} title="Keyboard shortcuts" size={360}>
        <Box component="dl" m={0}>
          {keys.map(([key, effect]) => (
            <Group key={key} gap="xs" py={4}>
              <Box component="dt" w={56}>
                <kbd className={classes.key}>{key}</kbd>
              </Box>
              <Text component="dd">{effect}</Text>
            </Group>
          ))}
        </Box>
        <Switch
          mt="md"
          label="Shortcuts are on"
          checked={shortcuts}
          onChange={(event) => setShortcuts(event.currentTarget.checked)}
        />
      </Dialog>
    </section>
  );
}

const shows = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'decided', label: 'Decided' },
];

const kinds = [
  { value: 'all', label: 'All kinds' },
  ...caseTargetTypes.map((value) => ({ value, label: `${kindLabels[value]}s` })),
];

const keys = [
  ['J', 'Next report'],
  ['K', 'Previous report'],
  ['C', 'Claim or release'],
  ['D', 'Dismiss'],
  ['F', 'Flag'],
  ['X', 'Delete'],
  ['W', 'Warn'],
  ['R', 'Release a held review'],
  ['Enter', 'Confirm the decision'],
  ['Esc', 'Cancel the decision'],
  ['U', 'Undo'],
  ['?', 'This list'],
] as const;

/** Stores the open case in the address, so that "back" leads to the list on a phone. */
function useCaseInAddress() {
  const [search, setSearch] = useSearchParams();
  const caseId = search.get('case');
  const setCaseId = (next: string | null) => {
    if (next === caseId) return;
    const { case: _open, ...others } = Object.fromEntries(search);
    setSearch(next === null ? others : { ...others, case: next }, { replace: caseId !== null });
  };
  return [caseId, setCaseId] as const;
}

/** Binds keyboard shortcuts. They do nothing while the user types or a dialog is open. */
function useShortcuts(enabled: boolean, effects: Record<string, () => void>): void {
  const unlessInDialog = (act: () => void) => () => {
    if (enabled && !document.querySelector('[role="dialog"]')) act();
  };
  useHotkeys(Object.entries(effects).map(([key, act]) => [key, unlessInDialog(act)]));
}

interface PanesProps {
  filter: QueueFilter;
  caseId: string | null;
  setCaseId: (caseId: string | null) => void;
  shortcuts: boolean;
}

function Panes({ filter, caseId, setCaseId, shortcuts }: PanesProps) {
  const me = useCurrentUser()?.id ?? '';
  const panes = useRef<HTMLDivElement>(null);
  const close = () => setCaseId(null);
  const cases = useCases({ filter, caseId, onMissing: close });
  const actions = useCaseActions(cases);
  const view = caseId === null ? undefined : cases.find(caseId);
  const draft = useDecisionDraft(caseId, ruleOf(view?.reports[0]?.reason));
  const { last } = actions;
  const now = useMinute();

  const step = (by: 1 | -1) => {
    const order = cases.items ?? [];
    const at = order.findIndex(({ id }) => id === caseId);
    const next = order[at < 0 && by < 0 ? order.length - 1 : at + by];
    if (next) setCaseId(next.id);
  };
  const claimOrRelease = () => {
    if (view?.status !== 'open' || actions.isBusy) return;
    void (holderOf(view, now)?.id === me ? actions.release(view.id) : actions.claim(view.id));
  };
  const choose = (decision: Decision) => {
    const choices = view?.status === 'open' ? choicesOf(view) : [];
    if (choices.some((one) => one.decision === decision && !one.blocked)) draft.choose(decision);
  };
  const undo = () => {
    const undone = view?.undoableUntil ? view : last;
    if (undone && !actions.isBusy) void actions.undo(undone.id);
  };
  // Shortcuts act on the panes, so scroll those into view first.
  const inView = (act: () => void) => () => {
    panes.current?.scrollIntoView({ block: 'nearest' });
    act();
  };
  useShortcuts(shortcuts, {
    J: inView(() => step(1)),
    K: inView(() => step(-1)),
    C: inView(claimOrRelease),
    D: inView(() => choose('dismiss')),
    F: inView(() => choose('flag')),
    X: inView(() => choose('delete')),
    W: inView(() => choose('warn')),
    R: inView(() => choose('publish')),
    U: inView(undo),
  });

  return (
    <div className={classes.panes} ref={panes}>
      <div className={classes.listPane}>
        <CaseList cases={cases} show={filter.show} caseId={caseId} me={me} onSelect={setCaseId} />
      </div>
      <div className={classes.detailPane}>
        {view && (
          <CaseDetail
            key={view.id}
            view={view}
            me={me}
            actions={actions}
            draft={draft}
            onBack={close}
          />
        )}
        {!view && cases.items && cases.items.length > 0 && (
          <Text m="auto" p={24} c="dimmed" ta="center">
            Choose a report or press J for the first one.
          </Text>
        )}
        <VisuallyHidden component="output">
          {last?.decision &&
            `Decided: ${decisionWords[last.decision].done}. ${isolated(last.target.title)}`}
        </VisuallyHidden>
        {last && last.id !== caseId && (
          <Box px={24} py={12} style={{ borderTop: '1px solid var(--line)' }}>
            <DecidedBar view={last} me={me} actions={actions} named />
          </Box>
        )}
      </div>
    </div>
  );
}
