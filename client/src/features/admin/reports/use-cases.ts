import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import type { CaseTargetType, ReportReason } from '@marketplace/shared/moderation/constants';
import { errorCode, errorMessage } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import { useLiveList } from '../use-live-list.ts';

export interface QueueFilter {
  show: 'open' | 'mine' | 'decided';
  kind: CaseTargetType | 'all';
  /** The other filters are for open cases. */
  reason: string;
  order: 'harm' | 'newest';
  source?: 'people' | 'automatic' | undefined;
  claim?: 'none' | 'others' | undefined;
  overdue?: true | undefined;
  owner?: { id: string; displayName: string } | undefined;
}

export const noFilter: QueueFilter = { show: 'open', kind: 'all', reason: 'all', order: 'harm' };

function queryOf({ show, kind, reason, order, source, claim, overdue, owner }: QueueFilter) {
  const about = {
    ...(kind !== 'all' && { targetType: kind }),
    ...(owner && { ownerId: owner.id }),
  };
  if (show === 'decided') return { ...about, status: 'decided' as const };
  return {
    ...{ ...about, order, source, claim, overdue },
    ...(show === 'mine' && { mine: true }),
    ...(reason !== 'all' && { reason: reason as ReportReason }),
  };
}

/**
 * Returns the live queue: its loaded cases and the newest version of the open case, `caseId`. Calls
 * `onMissing` if the open case does not exist.
 */
export function useCases(options: {
  filter: QueueFilter;
  caseId: string | null;
  onMissing: () => void;
}) {
  const { filter, caseId, onMissing } = options;
  const { client } = trpc.useUtils();
  const query = queryOf(filter);
  const cases = useLiveList<CaseView>({
    name: 'reports',
    query,
    fetchPage: (cursor) => client.admin.reports.query({ ...query, cursor }),
    changedBy: ['report', 'resumed'],
    pinnedId: caseId,
  });
  const { items, left, find, put, drop } = cases;

  const reload = async (id: string) => {
    try {
      put(await client.admin.report.query({ caseId: id }));
    } catch (error) {
      if (errorCode(error) !== 'NOT_FOUND') return;
      drop(id);
      if (id === caseId) onMissing();
    }
  };

  const reloadNow = useEffectEvent(reload);
  const isUnknown = items !== undefined && caseId !== null && !find(caseId);
  const unknownId = isUnknown ? caseId : null;
  useEffect(() => {
    if (unknownId !== null) void reloadNow(unknownId);
  }, [unknownId]);
  // Cases that left the list are fetched one by one after each load, unless a decision is the reason.
  const reloadIfUnknown = useEffectEvent((id: string) => {
    if (filter.show === 'decided' || find(id)?.status !== 'decided') void reload(id);
  });
  useEffect(() => {
    for (const id of left) reloadIfUnknown(id);
  }, [left]);

  return { ...cases, reload };
}

export type Cases = ReturnType<typeof useCases>;
export type CaseActions = ReturnType<typeof useCaseActions>;

/** Returns the actions on a case. An error shows the server's message and reloads the case. */
export function useCaseActions({ put, reload }: Pick<Cases, 'put' | 'reload'>) {
  const { client } = trpc.useUtils();
  const [last, setLast] = useState<CaseView | null>(null);
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<CaseView>) => act(),
  });

  const run = async (caseId: string, act: () => Promise<CaseView>, failure: string) => {
    try {
      const view = await mutateAsync(act);
      put(view);
      return view;
    } catch (error) {
      toast({ title: failure, message: errorMessage(error, 'Please try again.'), kind: 'error' });
      await reload(caseId);
      return null;
    }
  };

  const { claimReport, releaseReport, resolveReport, undoDecision, answerAppeal } = client.admin;
  return {
    /** The case that this admin decided most recently. */
    last,
    isBusy: isPending,
    claim: (caseId: string) =>
      run(caseId, () => claimReport.mutate({ caseId }), 'Failed to claim report.'),
    release: (caseId: string) =>
      run(caseId, () => releaseReport.mutate({ caseId }), 'Failed to release report.'),
    async decide(input: Parameters<typeof resolveReport.mutate>[0]) {
      const decide = () => resolveReport.mutate(input);
      const view = await run(input.caseId, decide, 'Failed to save decision.');
      if (view) setLast(view);
      return view !== null;
    },
    async answer(input: Parameters<typeof answerAppeal.mutate>[0]) {
      await run(input.caseId, () => answerAppeal.mutate(input), 'Failed to save the answer.');
    },
    async undo(caseId: string) {
      const undo = () => undoDecision.mutate({ caseId });
      if (!(await run(caseId, undo, 'Failed to undo decision.'))) return;
      if (last?.id === caseId) setLast(null);
      toast({ title: 'Decision undone', message: 'You have the report again.', kind: 'success' });
    },
  };
}
