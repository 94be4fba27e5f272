import { useState } from 'react';
import type { Decision } from '@marketplace/shared/moderation/schemas';

/** The decision that is being prepared for the case in front: it belongs to that case alone. */
export function useDecisionDraft(caseId: string | null) {
  const [draft, setDraft] = useState<{
    caseId: string | null;
    decision: Decision | null;
    reason: string;
  }>({ caseId, decision: null, reason: '' });
  const mine = draft.caseId === caseId ? draft : { caseId, decision: null, reason: '' };
  return {
    decision: mine.decision,
    reason: mine.reason,
    choose: (decision: Decision | null) => setDraft({ ...mine, decision }),
    write: (reason: string) => setDraft({ ...mine, reason }),
  };
}

export type DecisionDraft = ReturnType<typeof useDecisionDraft>;
