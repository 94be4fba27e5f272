import { Anchor, Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import { isolated } from '@marketplace/shared/direction';
import { guidelineName, guidelinePath } from '@marketplace/shared/moderation/guidelines';
import type { CaseAppeal, CaseView } from '@marketplace/shared/moderation/schemas';
import { isVisible } from '@marketplace/shared/plain-text';
import { TimeAgo } from '../table-cells.tsx';
import { kindLabels, nameOf } from './case-texts.ts';
import type { CaseActions } from './use-cases.ts';

const kinds: Record<CaseAppeal['kind'], string> = {
  held: 'Held',
  hidden: 'Hidden',
  flagged: 'Flagged',
  deleted: 'Deleted',
  warned: 'Warned',
  suspended: 'Suspended',
  deactivated: 'Deactivated',
};

/** The person's words, and the decision that they appeal. */
export function AppealBody({ appeal, me }: { appeal: CaseAppeal; me: string }) {
  const { kind, targetType, guideline, passage, reason, decidedBy, createdAt } = appeal;
  return (
    <>
      <Box mt={24} p={16} bdrs="md" bg="var(--hover)">
        <Text component="h3" fw={650} mb={4}>
          Why they say it is a mistake
        </Text>
        <Text dir="auto" className="as-typed">
          {appeal.text}
        </Text>
      </Box>
      <Box component="section" mt={24}>
        <Group gap={12} justify="space-between" align="baseline" wrap="nowrap">
          <Text component="h3" fw={650}>
            {kindLabels[targetType]}: {kinds[kind].toLowerCase()} by{' '}
            <bdi>{nameOf(decidedBy, me)}</bdi>
          </Text>
          <Text fz="xs" c="dimmed" flex="none">
            <TimeAgo at={createdAt} />
          </Text>
        </Group>
        {guideline && (
          <Anchor href={guidelinePath(guideline.number)} target="_blank" underline="always">
            {guidelineName(guideline.number)}
          </Anchor>
        )}
        {reason && (
          <Text dir="auto" my={4} className="as-typed">
            {reason}
          </Text>
        )}
        {passage && (
          <Text
            component="blockquote"
            dir="auto"
            m={0}
            mt={8}
            pl={12}
            c="dimmed"
            className="as-typed"
            style={{ borderLeft: '3px solid var(--line)' }}
          >
            {passage}
          </Text>
        )}
      </Box>
    </>
  );
}

/** Focuses the field when its form opens. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus();

const outcomes = {
  upheld: {
    label: 'Keep the decision',
    help: (name: string) => `Nothing changes. We'll send ${name} your answer.`,
  },
  reversed: {
    label: 'Reverse the decision',
    help: (name: string) => `Everything will be as it was before. We'll send ${name} your answer.`,
  },
};

/** The two answers to an appeal, or the form for the words of the chosen one. */
export function AppealPanel({ view, actions }: { view: CaseView; actions: CaseActions }) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null);
  const [reason, setReason] = useState('');
  if (!view.appeal?.canAnswer) {
    return (
      <Text c="dimmed">Another admin must answer this appeal, because you were involved.</Text>
    );
  }
  if (outcome === null) {
    return (
      <Group component="fieldset" gap={8} m={0} p={0} bd="none" aria-label="Answer">
        <Button variant="default" onClick={() => setOutcome('upheld')}>
          {outcomes.upheld.label}
        </Button>
        <Button variant="default" onClick={() => setOutcome('reversed')}>
          {outcomes.reversed.label}
        </Button>
      </Group>
    );
  }
  const { label, help } = outcomes[outcome];
  const isReady = isVisible(reason) && !actions.isBusy;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) await actions.answer({ caseId: view.id, outcome, reason });
  };
  return (
    <Stack component="form" gap={12} onSubmit={(event) => void submit(event)} aria-label={label}>
      <Textarea
        label={`${label}: answer`}
        description={help(isolated(view.target.owner?.displayName ?? 'them'))}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={adminReasonMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        ref={focus}
      />
      <div className="dialog-actions">
        <Button variant="default" disabled={actions.isBusy} onClick={() => setOutcome(null)}>
          Cancel
        </Button>
        <Button
          type="submit"
          disabled={!isReady}
          title={isReady ? undefined : 'Enter an answer first'}
        >
          {actions.isBusy ? 'Sending...' : label}
        </Button>
      </div>
    </Stack>
  );
}
