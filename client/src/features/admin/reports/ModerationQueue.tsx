import { Box, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import { casesAtOnce } from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { useMinute } from '../../../ui/time/use-today.ts';
import { useSelection } from '../../../ui/use-selection.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { BulkBar } from './BulkBar.tsx';
import { CaseDetail } from './CaseDetail.tsx';
import { CaseList } from './CaseList.tsx';
import { DecidedBar, useDecisionDraft } from './DecisionPanel.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { ShortcutsDialog, useShortcuts } from './Shortcuts.tsx';
import classes from './reports.module.css';
import { bulkChoices, choicesOf, decisionWords, holderOf, ruleOf } from './case-texts.ts';
import { useBulk } from './use-bulk.ts';
import { noFilter, type QueueFilter, useCaseActions, useCases } from './use-cases.ts';

/** The live queue of reports on listings, messages, reviews, and users. */
export function ModerationQueue() {
  const [filter, setFilter] = useState(noFilter);
  const [helpOpened, help] = useDisclosure(false);
  const [shortcuts, setShortcuts] = useLocalStorage({
    key: 'moderation-shortcuts',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [caseId, setCaseId] = useCaseInAddress();
  const section = useRef<HTMLElement>(null);
  const changeFilter = (change: Partial<QueueFilter>) => {
    setCaseId(null);
    setFilter({ ...filter, ...change });
  };
  useShortcuts(shortcuts, {
    // '?' needs Shift on some keyboards only.
    '?': help.open,
    'shift+?': help.open,
    L: () => section.current?.querySelector<HTMLElement>('[data-filters] select')?.focus(),
    '0': () => changeFilter({ ...cleared, ...noFilter, show: filter.show }),
  });
  return (
    <section
      ref={section}
      className={classes.queue}
      aria-label="Moderation queue"
      data-open={caseId ? true : undefined}
    >
      <QueueFilters filter={filter} onChange={changeFilter} onHelp={help.open} />
      <Panes
        key={JSON.stringify(filter)}
        filter={filter}
        onFilter={changeFilter}
        caseId={caseId}
        setCaseId={setCaseId}
        shortcuts={shortcuts}
      />
      <ShortcutsDialog
        opened={helpOpened}
        onClose={help.close}
        enabled={shortcuts}
        onEnable={setShortcuts}
      />
    </section>
  );
}

const cleared = { source: undefined, claim: undefined, overdue: undefined, owner: undefined };

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

interface PanesProps {
  filter: QueueFilter;
  onFilter: (change: Partial<QueueFilter>) => void;
  caseId: string | null;
  setCaseId: (caseId: string | null) => void;
  shortcuts: boolean;
}

function Panes({ filter, onFilter, caseId, setCaseId, shortcuts }: PanesProps) {
  const panes = useRef<HTMLDivElement>(null);
  const close = () => setCaseId(null);
  const queue = useQueue({ filter, caseId, onMissing: close });
  const { me, cases, view, actions, draft, chosen } = queue;
  const { last } = actions;
  // Shortcuts act on the panes, so scroll those into view first.
  const intoView = () => panes.current?.scrollIntoView({ block: 'nearest' });
  useQueueKeys(shortcuts, { ...queue, setCaseId, intoView });
  return (
    <div className={classes.panes} ref={panes}>
      <div className={classes.listPane}>
        <CaseList
          cases={cases}
          show={filter.show}
          caseId={caseId}
          me={me}
          selection={chosen.selection}
          onSelect={setCaseId}
        />
        <BulkBar {...chosen} />
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
            onOwner={(owner) => onFilter({ ...noFilter, show: filter.show, owner })}
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
        {last && last.id !== caseId && chosen.bulk.done.length === 0 && (
          <Box px={24} py={12} style={{ borderTop: '1px solid var(--line)' }}>
            <DecidedBar view={last} me={me} actions={actions} named />
          </Box>
        )}
      </div>
    </div>
  );
}

/** Returns the cases, the open one, and the selected ones, with what can be done with each. */
function useQueue(options: Parameters<typeof useCases>[0]) {
  const { caseId } = options;
  const cases = useCases(options);
  const open = (cases.items ?? []).filter(({ status }) => status === 'open');
  const ids = open.map(({ id }) => id);
  const selection = useSelection(ids, casesAtOnce);
  const bulk = useBulk(cases, selection);
  const single = useCaseActions(cases);
  const decide: typeof single.decide = (input) => {
    // Only the last decision has an undo outside its case.
    bulk.forget();
    return single.decide(input);
  };
  const view = caseId === null ? undefined : cases.find(caseId);
  return {
    me: useCurrentUser()?.id ?? '',
    cases,
    view,
    actions: { ...single, decide },
    draft: useDecisionDraft(caseId, ruleOf(view?.reports[0]?.reason)),
    chosen: {
      selection,
      views: open.filter(({ id }) => selection.has(id)),
      bulk,
      draft: useDecisionDraft('selection'),
    },
  };
}

type KeyTargets = ReturnType<typeof useQueue> &
  Pick<PanesProps, 'setCaseId'> & { intoView: () => void };

/** Binds the keys of the queue. Decisions are about the selection if there is one. */
function useQueueKeys(enabled: boolean, targets: KeyTargets) {
  const { me, cases, view, actions, draft, chosen, setCaseId, intoView } = targets;
  const { selection, bulk } = chosen;
  const now = useMinute();
  const step = (by: 1 | -1) => {
    const order = cases.items ?? [];
    const at = order.findIndex(({ id }) => id === view?.id);
    const next = order[at < 0 && by < 0 ? order.length - 1 : at + by];
    if (next) setCaseId(next.id);
  };
  const claimOrRelease = () => {
    if (view?.status !== 'open' || actions.isBusy) return;
    void (holderOf(view, now)?.id === me ? actions.release(view.id) : actions.claim(view.id));
  };
  const choose = (decision: Decision) => {
    const isBulk = chosen.views.length > 0;
    const choices = isBulk ? bulkChoices(chosen.views) : view ? choicesOf(view) : [];
    if (!isBulk && view?.status !== 'open') return;
    if (!choices.some((one) => one.decision === decision && !one.blocked)) return;
    (isBulk ? chosen.draft : draft).choose(decision);
  };
  const select = (ranged: boolean) => {
    if (view?.status === 'open') selection.toggle(view.id, ranged);
  };
  const undo = () => {
    const undone = view?.undoableUntil ? view : actions.last;
    const isBulk = bulk.done.some(({ id }) => !view?.undoableUntil || id === view.id);
    if (isBulk && !bulk.isBusy) void bulk.undo();
    else if (!isBulk && undone && !actions.isBusy) void actions.undo(undone.id);
  };
  const inView = (act: () => void) => () => {
    intoView();
    act();
  };
  useShortcuts(enabled, {
    J: inView(() => step(1)),
    K: inView(() => step(-1)),
    C: inView(claimOrRelease),
    D: inView(() => choose('dismiss')),
    F: inView(() => choose('flag')),
    T: inView(() => choose('delete')),
    W: inView(() => choose('warn')),
    R: inView(() => choose('publish')),
    X: inView(() => select(false)),
    'shift+X': inView(() => select(true)),
    A: inView(() => selection.set((cases.items ?? []).map(({ id }) => id))),
    U: inView(undo),
    Escape: () => selection.set([]),
  });
}
