import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseResult, CaseView } from '@marketplace/shared/moderation/schemas';
import { errorMessage } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import type { Selection } from '../../../ui/use-selection.ts';
import type { BulkDecision } from './case-texts.ts';
import type { Cases } from './use-cases.ts';

export type Bulk = ReturnType<typeof useBulk>;

/** Decides the selected cases by one call, and undoes that. Cases with a problem stay selected. */
export function useBulk({ put }: Pick<Cases, 'put'>, selection: Selection) {
  const { client } = trpc.useUtils();
  const [last, setLast] = useState<{ done: CaseView[]; refused: CaseResult[] }>(nothing);
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<CaseResult[]>) => act(),
  });
  const run = async (act: () => Promise<CaseResult[]>, failure: string) => {
    try {
      const results = await mutateAsync(act);
      const refused = results.filter(({ problem }) => problem !== null);
      for (const { case: view } of results) if (view) put(view);
      selection.set(refused.map(({ caseId }) => caseId));
      return { done: results.flatMap((one) => (one.problem ? [] : (one.case ?? []))), refused };
    } catch (error) {
      toast({ title: failure, message: errorMessage(error, 'Please try again.'), kind: 'error' });
      return null;
    }
  };
  const { resolveReports, undoDecisions } = client.admin;
  return {
    /** The cases that the last call decided, and those that it refused to change. */
    last,
    isBusy: isPending,
    forget: () => setLast(nothing),
    async decide(decided: { decision: BulkDecision; reason: string; guideline?: number | undefined }) {
      const input = { caseIds: selection.selected, ...decided };
      const result = await run(() => resolveReports.mutate(input), 'Failed to save decisions.');
      if (result) setLast(result);
      return result !== null;
    },
    async undo() {
      const input = { caseIds: last.done.map(({ id }) => id) };
      const result = await run(() => undoDecisions.mutate(input), 'Failed to undo decisions.');
      if (!result) return;
      setLast({ ...result, done: [] });
      if (result.done.length > 0) toast({ title: 'Decisions undone', kind: 'success' });
    },
  };
}

const nothing = { done: [], refused: [] };
