import { Switch } from '@mantine/core';
import { useDisclosure, useLocalStorage, useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { CaseDetail } from './CaseDetail.tsx';
import { CaseList } from './CaseList.tsx';
import { DecidedBar } from './DecidedBar.tsx';
import classes from './ModerationQueue.module.css';
import { QueueFilters } from './QueueFilters.tsx';
import { choicesOf, decisionWords, holderOf } from './case-texts.ts';
import { isPointerInside } from './is-pointer-inside.ts';
import { useCaseActions } from './use-case-actions.ts';
import { type QueueFilter, useCases } from './use-cases.ts';
import { useDecisionDraft } from './use-decision-draft.ts';

/** Reports on listings, messages, reviews and users, and what is decided about them; live. */
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

/** The case in front, which the address names: on a phone, back leads to the list. */
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
  const list = useRef<HTMLDivElement>(null);
  const panes = useRef<HTMLDivElement>(null);
  const cases = useCases({
    filter,
    caseId,
    isHeld: () => isPointerInside(list.current),
    onMissing: () => setCaseId(null),
  });
  const actions = useCaseActions(cases);
  const draft = useDecisionDraft(caseId);
  const view = caseId === null ? undefined : cases.rows.views.get(caseId);
  const { last } = actions;

  useShortcuts({
    enabled: shortcuts,
    // What a key opens or changes has to be seen.
    onAny: () => panes.current?.scrollIntoView({ block: 'nearest' }),
    onStep(by) {
      const { order } = cases.rows;
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
        <CaseList
          cases={cases}
          show={filter.show}
          caseId={caseId}
          me={me}
          onSelect={setCaseId}
          list={list}
        />
      </div>
      <div className={classes.detail}>
        {view && (
          <CaseDetail
            key={view.id}
            {...{ view, me, actions, draft }}
            onBack={() => setCaseId(null)}
          />
        )}
        {!view && cases.rows.order.length > 0 && (
          <p className={classes.hint}>Choose a report, or press J for the first one.</p>
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

/** The keys of the queue, and whether they are on. */
function ShortcutsHelp({ opened, onClose, enabled, onEnable }: Props) {
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

interface Shortcuts {
  enabled: boolean;
  /** Before what each key but help does. */
  onAny: () => void;
  /** One case on, or back. */
  onStep: (by: 1 | -1) => void;
  onClaim: () => void;
  /** D, F, X, W or R. */
  onDecide: (hotkey: string) => void;
  onUndo: () => void;
  onHelp: () => void;
}

/** The keys of the queue; none of them works while something is typed or a dialog is open. */
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
