import { Anchor, Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import { isolated } from '@marketplace/shared/direction';
import { guidelineName, guidelinePath } from '@marketplace/shared/moderation/guidelines';
import type { CaseAppeal, CaseView } from '@marketplace/shared/moderation/schemas';
import { isVisible } from '@marketplace/shared/plain-text';
import { TimeAgo } from '../table-cells.tsx';
import { decisionWords, kindLabels, nameOf } from './case-texts.ts';
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

/** The field for the answer to an appeal, and its two outcomes. */
export function AppealPanel({ view, actions }: { view: CaseView; actions: CaseActions }) {
  const [reason, setReason] = useState('');
  if (!view.appeal?.canAnswer) {
    return (
      <Text c="dimmed">Another admin must answer this appeal, because you were involved.</Text>
    );
  }
  const isReady = isVisible(reason) && !actions.isBusy;
  const button = (outcome: 'upheld' | 'reversed') => (
    <Button
      variant="default"
      disabled={!isReady}
      title={isReady ? undefined : 'Enter an answer first'}
      onClick={() => void actions.answer({ caseId: view.id, outcome, reason })}
    >
      {decisionWords[outcome].label}
    </Button>
  );
  return (
    <Stack gap={12}>
      <Textarea
        label="Answer"
        description={`We'll send it to ${isolated(view.target.owner?.displayName ?? 'them')}. Reversing restores everything.`}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={adminReasonMaxLength}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        {button('upheld')}
        {button('reversed')}
      </div>
    </Stack>
  );
}
