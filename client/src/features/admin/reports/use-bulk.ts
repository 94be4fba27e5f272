import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseResult, CaseView } from '@marketplace/shared/moderation/schemas';
import { isolated } from '@marketplace/shared/direction';
import { errorMessage } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import type { Selection } from '../../../ui/use-selection.ts';
import { type BulkDecision, reportsText } from './case-texts.ts';
import type { Cases } from './use-cases.ts';

/**
 * Decides the selected cases by one call, and undoes that. A toast names the cases that the server
 * refused to change, and those that are still open stay selected.
 */
export function useBulk({ put }: Pick<Cases, 'put'>, selection: Selection) {
  const { resolveReports, undoDecisions } = trpc.useUtils().client.admin;
  const [done, setDone] = useState<CaseView[]>([]);
  const { isPending, mutateAsync } = useMutation({
    mutationFn: (act: () => Promise<CaseResult[]>) => act(),
  });
  const run = async (act: () => Promise<CaseResult[]>, failure: string) => {
    try {
      const results = await mutateAsync(act);
      for (const { case: view } of results) if (view) put(view);
      const refused = results.filter(({ problem }) => problem !== null);
      selection.set(refused.map(({ caseId }) => caseId));
      if (refused.length > 0) {
        const message = refused
          .slice(0, 5)
          .map((one) => `${isolated(one.case?.target.title ?? 'Report')}: ${one.problem}`);
        const title = `${reportsText(refused.length)} not changed`;
        toast({ title, message: message.join(' '), kind: 'error' });
      }
      return results.flatMap((one) => (one.problem ? [] : (one.case ?? [])));
    } catch (error) {
      toast({ title: failure, message: errorMessage(error, 'Please try again.'), kind: 'error' });
      return null;
    }
  };
  return {
    /** The cases that the last call decided. */
    done,
    isBusy: isPending,
    forget: () => setDone([]),
    async decide(what: { decision: BulkDecision; reason: string; guideline?: number | undefined }) {
      const input = { caseIds: selection.selected, ...what };
      const decided = await run(() => resolveReports.mutate(input), 'Failed to save decisions.');
      if (decided) setDone(decided);
      return decided !== null;
    },
    async undo() {
      const input = { caseIds: done.map(({ id }) => id) };
      const undone = await run(() => undoDecisions.mutate(input), 'Failed to undo decisions.');
      if (!undone) return;
      setDone([]);
      if (undone.length === done.length) toast({ title: 'Decisions undone', kind: 'success' });
    },
  };
}
