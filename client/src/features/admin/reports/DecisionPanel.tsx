import { Box, Button, Group, Stack, Text, Textarea, UnstyledButton } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import type { CaseView, Decision } from '@marketplace/shared/moderation/schemas';
import { isolated } from '@marketplace/shared/direction';
import { visibleText } from '@marketplace/shared/plain-text';
import { useMinute } from '../../../ui/time/use-today.ts';
import { RuleSelect } from '../RuleSelect.tsx';
import { TemplateSelect } from '../person/TemplateSelect.tsx';
import classes from './reports.module.css';
import {
  choicesOf,
  countdownText,
  decisionWords,
  effectOf,
  holderOf,
  nameOf,
  quickReasons,
} from './case-texts.ts';
import type { CaseActions } from './use-cases.ts';

export interface CaseProps {
  view: CaseView;
  /** The id of the signed-in admin. */
  me: string;
  actions: CaseActions;
  draft: DecisionDraft;
}

const serious: Decision[] = ['delete', 'deactivate'];

/** The buttons of the possible decisions, or the form for the reason of the chosen decision. */
export function DecisionPanel({ view, me, actions, draft }: CaseProps) {
  const holder = holderOf(view, useMinute());
  const choices = choicesOf(view);
  const { decision } = draft;
  if (holder && holder.id !== me) {
    return (
      <Text c="dimmed">
        {isolated(holder.displayName)} is reviewing this. You can claim it when they release it or
        after 30 minutes.
      </Text>
    );
  }
  if (decision && choices.some((choice) => choice.decision === decision && !choice.blocked)) {
    return (
      <ReasonForm
        key={decision}
        decision={decision}
        effect={effectOf(view, decision)}
        draft={draft}
        isBusy={actions.isBusy}
        onDecide={(reason, guideline) =>
          actions.decide({ caseId: view.id, decision, reason, guideline })
        }
      />
    );
  }
  return <Choices choices={choices} isBusy={actions.isBusy} onChoose={draft.choose} />;
}

/** The buttons of decisions. A blocked one says why. */
export function Choices(props: {
  choices: { decision: Decision; blocked: string | null }[];
  isBusy: boolean;
  onChoose: (decision: Decision) => void;
}) {
  return (
    <Group component="fieldset" gap={8} className={classes.decisions} aria-label="Decide">
      {props.choices.map(({ decision, blocked }) => {
        const { label, hotkey } = decisionWords[decision];
        return (
          <Button
            key={decision}
            variant="default"
            c={serious.includes(decision) && !blocked ? 'var(--mantine-color-error)' : undefined}
            disabled={blocked !== null || props.isBusy}
            title={blocked ?? undefined}
            aria-keyshortcuts={hotkey}
            rightSection={hotkey && <span className={classes.hotkey}>{hotkey}</span>}
            onClick={() => props.onChoose(decision)}
          >
            {label}
          </Button>
        );
      })}
    </Group>
  );
}

interface ReasonProps {
  decision: Decision;
  /** What the decision does, in a sentence. */
  effect: string;
  draft: DecisionDraft;
  isBusy: boolean;
  /** Resolves to true if the decision was saved. */
  onDecide: (reason: string, guideline: number | undefined) => Promise<boolean>;
}

/** The form for the reason of the chosen decision. */
export function ReasonForm({ decision, effect, draft, isBusy, onDecide }: ReasonProps) {
  const { label } = decisionWords[decision];
  const field = useRef<HTMLTextAreaElement>(null);
  const reason = visibleText(draft.reason).trim();
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // Typing replaces the suggestion.
    field.current?.select();
    field.current?.form?.closest('fieldset')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!reason || isBusy) return;
    if (await onDecide(reason, draft.guideline ?? undefined)) draft.clear();
  };
  // When the form is removed, moves the focus to the fieldset around it in `CaseDetail`.
  useLayoutEffect(() => {
    const form = field.current?.form;
    const place = form?.closest<HTMLElement>('fieldset[tabindex="-1"]');
    return () => {
      const { activeElement } = document;
      if (activeElement === document.body || form?.contains(activeElement)) place?.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') draft.choose(null);
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  };
  return (
    <Stack component="form" gap={12} onSubmit={(event) => void submit(event)} aria-label={label}>
      <Textarea
        ref={field}
        label={`${label}: reason`}
        description={effect}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={adminReasonMaxLength}
        value={draft.reason}
        onKeyDown={onKeyDown}
        onChange={(event) => draft.write(event.currentTarget.value)}
      />
      {decision !== 'dismiss' && decision !== 'publish' && <TemplateSelect onPick={draft.write} />}
      <Group component="fieldset" gap={8} aria-label="Quick reasons">
        {quickReasons(decision).map((text) => (
          <UnstyledButton
            key={text}
            className="chip"
            aria-pressed={draft.reason === text}
            onClick={() => {
              draft.write(text);
              field.current?.focus({ preventScroll: true });
            }}
          >
            {text}
          </UnstyledButton>
        ))}
      </Group>
      {decision !== 'dismiss' && decision !== 'publish' && (
        <RuleSelect value={draft.guideline} onChange={draft.cite} />
      )}
      <div className="dialog-actions">
        <span className={classes.hotkey}>Enter confirms, Esc cancels</span>
        <Button variant="default" disabled={isBusy} onClick={() => draft.choose(null)}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={serious.includes(decision) ? 'red.8' : undefined}
          disabled={!reason || isBusy}
          title={reason ? undefined : 'Enter a reason first'}
        >
          {isBusy ? 'Deciding...' : label}
        </Button>
      </div>
    </Stack>
  );
}

/**
 * Holds the admin's unsaved decision about the open case, which begins with the `rule` that the
 * reporters name. Opening another case discards it.
 */
export function useDecisionDraft(caseId: string | null, rule: number | null = null) {
  const none = { caseId, decision: null as Decision | null, reason: '', guideline: rule };
  const [draft, setDraft] = useState(none);
  const mine = draft.caseId === caseId ? draft : none;
  const suggested = mine.decision ? quickReasons(mine.decision) : [];
  return {
    ...mine,
    /** Starts with the most common reason, unless the admin has typed another one. */
    choose(decision: Decision | null) {
      const isTyped = mine.reason !== '' && !suggested.includes(mine.reason);
      const reason = isTyped ? mine.reason : ((decision && quickReasons(decision)[0]) ?? '');
      setDraft({ ...mine, decision, reason });
    },
    clear: () => setDraft(none),
    write: (reason: string) => setDraft({ ...mine, reason }),
    cite: (guideline: number | null) => setDraft({ ...mine, guideline }),
  };
}

export type DecisionDraft = ReturnType<typeof useDecisionDraft>;

/**
 * Shows the decision, the admin, and the reason, and for 10 minutes a button to undo it. `named`
 * is for a case that is not open: it shows the case's title instead of the admin and the reason,
 * and nothing after the 10 minutes.
 */
export function DecidedBar(props: Omit<CaseProps, 'draft'> & { named?: boolean }) {
  const { view, me, actions, named } = props;
  const { decision, decidedBy, reason, target } = view;
  const left = useTimeLeft(view.undoableUntil);
  if (!decision || (named && left <= 0)) return null;
  return (
    <Group gap="8px 12px" justify="space-between">
      <Box miw={0}>
        <Text fw={600}>
          Decided: {decisionWords[decision].done}.{named && ` ${isolated(target.title)}`}
        </Text>
        {!named && (
          <Text fz="xs" c="dimmed">
            By <bdi>{nameOf(decidedBy, me)}</bdi>
            {reason && `: ${isolated(reason)}`}
          </Text>
        )}
      </Box>
      <UndoButton left={left} isBusy={actions.isBusy} onUndo={() => void actions.undo(view.id)} />
    </Group>
  );
}

/** Returns the ms until a time, updated every second. Not positive once it is over, or for null. */
export function useTimeLeft(until: string | null): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return until === null ? 0 : Date.parse(until) - now;
}

export function UndoButton(props: { left: number; isBusy: boolean; onUndo: () => void }) {
  if (props.left <= 0) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      className="numbers"
      disabled={props.isBusy}
      aria-keyshortcuts="U"
      onClick={props.onUndo}
    >
      Undo ({countdownText(props.left)})
    </Button>
  );
}
