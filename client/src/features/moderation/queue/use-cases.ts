import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useEffectEvent, useReducer } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { useRefreshOn } from '../../admin/admin-events.ts';
import { refetch } from '../../../api/refetch.ts';
import { arrangeRows, noRows, type Rows } from './queue-rows.ts';

export interface QueueFilter {
  show: 'open' | 'mine' | 'decided';
  kind: ReportTargetType | 'all';
}

interface Options {
  filter: QueueFilter;
  /** The case in front. */
  caseId: string | null;
  /** True while no row may move. */
  isHeld: () => boolean;
  /** There is no such case. */
  onMissing: () => void;
}

/** The queue as it is and becomes: pages of cases, kept up to date by the news for admins. */
export function useCases({ filter, caseId, isHeld, onMissing }: Options) {
  const { client } = trpc.useUtils();
  const queryClient = useQueryClient();
  const query = trpc.admin.reports.useInfiniteQuery(
    {
      status: filter.show === 'decided' ? 'decided' : 'open',
      ...(filter.show === 'mine' && { mine: true }),
      ...(filter.kind !== 'all' && { targetType: filter.kind }),
    },
    { getNextPageParam: (page) => page.nextCursor ?? undefined, gcTime: 0 },
  );
  const [rows, dispatch] = useReducer(arrangeRows, noRows);
  const put = (view: CaseView) => dispatch({ type: 'put', view });

  const look = async (id: string) => {
    try {
      put(await client.admin.report.query({ caseId: id }));
    } catch (error) {
      if (errorCode(error) !== 'NOT_FOUND') return;
      dispatch({ type: 'drop', caseId: id });
      if (id === caseId) onMissing();
    }
  };
  const arrange = useEffectEvent(() => {
    const fresh = query.data?.pages.flatMap(({ items }) => items);
    if (!fresh) return;
    dispatch({ type: 'arrange', fresh, isHeld: isHeld(), keep: caseId });
    for (const id of leftBehind(rows, fresh, caseId)) void look(id);
  });
  // Also when the answer is the same as before: a case that left the list may have changed.
  const { dataUpdatedAt } = query;
  useEffect(() => {
    if (dataUpdatedAt) arrange();
  }, [dataUpdatedAt]);

  const isUnknown = query.data !== undefined && caseId !== null && !rows.views.has(caseId);
  const unknownId = isUnknown ? caseId : null;
  const lookAt = useEffectEvent(look);
  useEffect(() => {
    if (unknownId !== null) void lookAt(unknownId);
  }, [unknownId]);

  useRefreshOn(['report', 'resumed'], async () => {
    refetch(queryClient, getQueryKey(trpc.admin.reports));
  });

  return {
    ...query,
    rows,
    put,
    look,
    /** Lets in what is new. */
    settle() {
      const fresh = query.data?.pages.flatMap(({ items }) => items);
      if (fresh) dispatch({ type: 'arrange', fresh, isHeld: false, keep: caseId });
    },
  };
}

/** Cases that are shown and not in the list: what became of them is asked one by one. */
function leftBehind(rows: Rows, fresh: CaseView[], caseId: string | null): string[] {
  const listed = new Set(fresh.map(({ id }) => id));
  const shown = new Set(rows.order);
  if (caseId !== null && rows.views.has(caseId)) shown.add(caseId);
  return [...shown].filter((id) => !listed.has(id));
}
