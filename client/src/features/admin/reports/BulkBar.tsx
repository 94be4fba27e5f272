import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { decisionsAtOnce } from '@marketplace/shared/moderation/constants';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { isolated } from '@marketplace/shared/direction';
import type { Selection } from '../../../ui/use-selection.ts';
import classes from './reports.module.css';
import {
  Choices,
  type DecisionDraft,
  ReasonForm,
  UndoButton,
  useTimeLeft,
} from './DecisionPanel.tsx';
import { type BulkDecision, bulkEffectOf, choicesOf, decisionWords } from './case-texts.ts';
import type { Bulk } from './use-bulk.ts';

interface Props {
  /** The selected cases. */
  views: CaseView[];
  selection: Selection;
  bulk: Bulk;
  draft: DecisionDraft;
}

/** The bar below the list: decides all selected cases, or shows and undoes what was just decided. */
export function BulkBar({ views, selection, bulk, draft }: Props) {
  const { done, refused } = bulk.last;
  const count = views.length;
  const decision = decisionsAtOnce.find((one) => one === draft.decision);
  const left = useTimeLeft(done[0]?.undoableUntil ?? null);
  const isEmpty = count === 0 && refused.length === 0 && left <= 0;
  return (
    <>
      <VisuallyHidden component="output">{count > 0 && `${count} selected`}</VisuallyHidden>
      {!isEmpty && (
        <fieldset className={classes.foot} tabIndex={-1} aria-label="Selected reports">
          <Stack gap={12}>
            {left > 0 && done[0]?.decision && (
              <Group gap="8px 12px" justify="space-between">
                <Text component="output" fw={600}>
                  Decided: {reportsText(done.length)} {decisionWords[done[0].decision].done}.
                </Text>
                <UndoButton
                  left={left}
                  isBusy={bulk.isBusy}
                  onUndo={() => {
                    void bulk.undo();
                  }}
                />
              </Group>
            )}
            {refused.length > 0 && <Refused refused={refused} onClose={bulk.forget} />}
            {count > 0 && (
              <Group gap={8} justify="space-between">
                <Text fw={600} className="numbers">
                  {reportsText(count)} selected
                </Text>
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-md"
                  mr={-8}
                  aria-keyshortcuts="Escape"
                  onClick={() => selection.set([])}
                >
                  Clear
                </Button>
              </Group>
            )}
            {count > 0 && !decision && (
              <Choices choices={bulkChoices(views)} isBusy={bulk.isBusy} onChoose={draft.choose} />
            )}
            {count > 0 && decision && (
              <ReasonForm
                key={decision}
                decision={decision}
                effect={bulkEffectOf(decision)}
                draft={draft}
                isBusy={bulk.isBusy}
                onDecide={(reason, guideline) => bulk.decide({ decision, reason, guideline })}
              />
            )}
          </Stack>
        </fieldset>
      )}
    </>
  );
}

function reportsText(count: number): string {
  return count === 1 ? '1 report' : `${count} reports`;
}

/** Returns the decisions about several cases. One is blocked if it does not fit all of them. */
export function bulkChoices(
  views: CaseView[],
): { decision: BulkDecision; blocked: string | null }[] {
  const fits = (view: CaseView, decision: BulkDecision) =>
    choicesOf(view).some((one) => one.decision === decision && !one.blocked);
  return decisionsAtOnce.map((decision) => {
    const misfits = views.filter((view) => !fits(view, decision)).length;
    return { decision, blocked: misfits > 0 ? `Not possible for ${misfits} of these` : null };
  });
}

/** Names the cases that could not be changed, and why. */
function Refused({ refused, onClose }: { refused: Bulk['last']['refused']; onClose: () => void }) {
  return (
    <div role="alert">
      <Group gap={8} justify="space-between">
        <Text fw={600} c="var(--mantine-color-error)">
          {reportsText(refused.length)} not changed
        </Text>
        <Button variant="subtle" color="gray" size="compact-md" mr={-8} onClick={onClose}>
          OK
        </Button>
      </Group>
      <ul className={`${classes.refused} plain`}>
        {refused.map(({ caseId, problem, case: view }) => (
          <Text key={caseId} component="li" fz="xs">
            <b>{isolated(view?.target.title ?? 'Report')}</b>: {problem}
          </Text>
        ))}
      </ul>
    </div>
  );
}
