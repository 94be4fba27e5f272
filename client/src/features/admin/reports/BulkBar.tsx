import { Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { decisionsAtOnce } from '@marketplace/shared/moderation/constants';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import type { Selection } from '../../../ui/use-selection.ts';
import classes from './reports.module.css';
import {
  Choices,
  type DecisionDraft,
  ReasonForm,
  UndoButton,
  useTimeLeft,
} from './DecisionPanel.tsx';
import { bulkChoices, bulkEffectOf, decisionWords, reportsText } from './case-texts.ts';
import type { useBulk } from './use-bulk.ts';

interface Props {
  /** The selected cases. */
  views: CaseView[];
  selection: Selection;
  bulk: ReturnType<typeof useBulk>;
  draft: DecisionDraft;
}

/** The bar below the list: decides all selected cases, and undoes what was just decided. */
export function BulkBar({ views, selection, bulk, draft }: Props) {
  const [first] = bulk.done;
  const left = useTimeLeft(first?.undoableUntil ?? null);
  const decision = decisionsAtOnce.find((one) => one === draft.decision);
  const isSelecting = views.length > 0;
  const decided = left > 0 && first?.decision;
  return (
    <>
      {/* The live region must exist before its text does, or screen readers ignore the text. */}
      <VisuallyHidden component="output">
        {isSelecting && `${reportsText(views.length)} selected`}
      </VisuallyHidden>
      {(isSelecting || decided) && (
        <Stack
          component="fieldset"
          gap={12}
          className={classes.foot}
          tabIndex={-1}
          aria-label="Selected reports"
        >
          {decided && (
            <Group gap="8px 12px" justify="space-between">
              <Text component="output" fw={600}>
                Decided: {reportsText(bulk.done.length)} {decisionWords[decided].done}.
              </Text>
              <UndoButton left={left} isBusy={bulk.isBusy} onUndo={() => void bulk.undo()} />
            </Group>
          )}
          {isSelecting && (
            <Group gap={8} justify="space-between">
              <Text fw={600} className="numbers">
                {reportsText(views.length)} selected
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
          {isSelecting && !decision && (
            <Choices choices={bulkChoices(views)} isBusy={bulk.isBusy} onChoose={draft.choose} />
          )}
          {isSelecting && decision && (
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
      )}
    </>
  );
}
