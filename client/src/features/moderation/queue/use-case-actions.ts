import { useState } from 'react';
import type { CaseView, Decision } from '@marketplace/shared/moderation/schemas';
import { errorMessage } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';

interface Options {
  /** What a case is now. */
  put: (view: CaseView) => void;
  /** Something is not as it was thought to be. */
  look: (caseId: string) => Promise<void>;
}

/** What can be done with a case; what the server refuses is said in its words, and the case shown as it is. */
export function useCaseActions({ put, look }: Options) {
  const claim = trpc.admin.claimReport.useMutation();
  const release = trpc.admin.releaseReport.useMutation();
  const resolve = trpc.admin.resolveReport.useMutation();
  const undo = trpc.admin.undoDecision.useMutation();
  const [last, setLast] = useState<CaseView | null>(null);

  const run = async (caseId: string, act: () => Promise<CaseView>, failure: string) => {
    try {
      const view = await act();
      put(view);
      return view;
    } catch (error) {
      toast({ title: failure, message: errorMessage(error, 'Please try again.'), kind: 'error' });
      await look(caseId);
      return null;
    }
  };

  return {
    /** The case that was decided here last. */
    last,
    isBusy: [claim, release, resolve, undo].some(({ isPending }) => isPending),
    claim: (caseId: string) =>
      run(caseId, () => claim.mutateAsync({ caseId }), 'Failed to claim the report.'),
    release: (caseId: string) =>
      run(caseId, () => release.mutateAsync({ caseId }), 'Failed to release the report.'),
    async decide(input: { caseId: string; decision: Decision; reason: string }) {
      const { caseId } = input;
      const view = await run(caseId, () => resolve.mutateAsync(input), 'Failed to decide.');
      if (view) setLast(view);
      return view !== null;
    },
    async undo(caseId: string) {
      const view = await run(caseId, () => undo.mutateAsync({ caseId }), 'Failed to undo.');
      if (!view) return;
      if (last?.id === caseId) setLast(null);
      toast({ title: 'Decision undone', message: 'The report is yours again.', kind: 'success' });
    },
  };
}

export type CaseActions = ReturnType<typeof useCaseActions>;
