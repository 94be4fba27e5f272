import { Button } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { countdownText, decisionWords, nameOf } from './case-texts.ts';
import classes from './DecisionPanel.module.css';
import type { CaseActions } from './use-case-actions.ts';

interface Props {
  view: CaseView;
  me: string;
  actions: CaseActions;
  /** Says which case it was: another one is in front. */
  named?: boolean;
}

/** What was decided, by whom and why, and for 10 minutes the way back. */
export function DecidedBar({ view, me, actions, named = false }: Props) {
  const { decision, decidedBy, reason, target } = view;
  const left = useTimeLeft(view.undoableUntil);
  if (!decision || (named && left <= 0)) return null;
  return (
    <div className={classes.decided}>
      <div className={classes.what}>
        <output>
          Decided: {decisionWords[decision].done}.{named && ` ${target.title}`}
        </output>
        {!named && (
          <p>
            By {nameOf(decidedBy, me)}
            {reason && `: ${reason}`}
          </p>
        )}
      </div>
      {left > 0 && (
        <Button
          variant="default"
          size="compact-md"
          className="numbers"
          disabled={actions.isBusy}
          aria-keyshortcuts="U"
          onClick={() => void actions.undo(view.id)}
        >
          Undo ({countdownText(left)})
        </Button>
      )}
    </div>
  );
}

/** Milliseconds until then, to the second; 0 when it is over. */
function useTimeLeft(until: string | null): number {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000, { autoInvoke: true });
  return until === null ? 0 : Math.max(0, Date.parse(until) - now);
}
