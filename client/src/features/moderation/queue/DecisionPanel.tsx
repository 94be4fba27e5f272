import { Button, Group, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import type { CaseView, Decision } from '@marketplace/shared/moderation/schemas';
import { useMinute } from '../../../ui/use-today.ts';
import { choicesOf, decisionWords, effectOf, holderOf, quickReasons } from './case-texts.ts';
import classes from './DecisionPanel.module.css';
import type { CaseActions } from './use-case-actions.ts';
import type { DecisionDraft } from './use-decision-draft.ts';

interface Props {
  view: CaseView;
  me: string;
  actions: CaseActions;
  draft: DecisionDraft;
}

const serious: Decision[] = ['delete', 'deactivate'];

/** The decisions that fit, and the reason for the one chosen. */
export function DecisionPanel({ view, me, actions, draft }: Props) {
  const holder = holderOf(view, useMinute());
  const choices = choicesOf(view);
  const { decision } = draft;
  if (holder && holder.id !== me) {
    return (
      <p className={classes.taken}>
        {holder.displayName} is deciding this. It is free again when they release it, or after half
        an hour.
      </p>
    );
  }
  if (decision && choices.some((choice) => choice.decision === decision && !choice.blocked)) {
    return <ReasonForm key={decision} {...{ view, actions, draft, decision }} />;
  }
  return (
    <fieldset className={classes.choices} aria-label="Decide">
      {choices.map(({ decision, blocked }) => {
        const { label, hotkey } = decisionWords[decision];
        return (
          <Button
            key={decision}
            variant="default"
            c={serious.includes(decision) && !blocked ? 'var(--mantine-color-error)' : undefined}
            disabled={blocked !== null || actions.isBusy}
            title={blocked ?? undefined}
            aria-keyshortcuts={hotkey}
            rightSection={hotkey && <span className={classes.hotkey}>{hotkey}</span>}
            onClick={() => draft.choose(decision)}
          >
            {label}
          </Button>
        );
      })}
    </fieldset>
  );
}

function ReasonForm({
  view,
  actions,
  draft,
  decision,
}: Omit<Props, 'me'> & { decision: Decision }) {
  const { label } = decisionWords[decision];
  const field = useRef<HTMLTextAreaElement>(null);
  const reason = draft.reason.trim();
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const decide = async () => {
    if (!reason || actions.isBusy) return;
    if (await actions.decide({ caseId: view.id, decision, reason })) draft.choose(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void decide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') draft.choose(null);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void decide();
    }
  };
  return (
    <form className={classes.form} onSubmit={submit} aria-label={label}>
      <Textarea
        ref={field}
        label={`${label}: why?`}
        description={effectOf(view, decision)}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={adminReasonMaxLength}
        value={draft.reason}
        onKeyDown={onKeyDown}
        onChange={(event) => draft.write(event.currentTarget.value)}
      />
      <fieldset className={classes.chips} aria-label="Quick reasons">
        {quickReasons(decision).map((text) => (
          <button
            key={text}
            type="button"
            className={classes.chip}
            aria-pressed={draft.reason === text}
            onClick={() => {
              draft.write(text);
              field.current?.focus({ preventScroll: true });
            }}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={actions.isBusy} onClick={() => draft.choose(null)}>
          Cancel
        </Button>
        <Button
          type="submit"
          color={serious.includes(decision) ? 'red.8' : undefined}
          disabled={!reason || actions.isBusy}
          title={reason ? undefined : 'Give a reason first'}
        >
          {actions.isBusy ? 'Deciding...' : label}
        </Button>
      </Group>
    </form>
  );
}
