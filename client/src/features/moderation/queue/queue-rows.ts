import type { CaseView } from '@marketplace/shared/moderation/schemas';

/** What the list shows: the order of its rows, and the newest that is known of each case. */
export interface Rows {
  order: string[];
  views: ReadonlyMap<string, CaseView>;
  /** New ones that are held back, so that no row moves. */
  waiting: number;
}

export const noRows: Rows = { order: [], views: new Map(), waiting: 0 };

export type RowsAction =
  | { type: 'arrange'; fresh: CaseView[]; isHeld: boolean; keep: string | null }
  | { type: 'put'; view: CaseView }
  | { type: 'drop'; caseId: string };

/**
 * Brings the rows up to date. Rows keep their order. While the list is held (the pointer is in it, or
 * it is scrolled) none comes in above another and none goes: a case that left the list stays with
 * what became of it. Else new ones come in where they belong, and what left the list goes, except
 * the case in front.
 */
export function arrangeRows(rows: Rows, action: RowsAction): Rows {
  switch (action.type) {
    case 'put':
      return { ...rows, views: new Map(rows.views).set(action.view.id, action.view) };
    case 'drop': {
      const views = new Map(rows.views);
      views.delete(action.caseId);
      return { ...rows, views, order: rows.order.filter((id) => id !== action.caseId) };
    }
    case 'arrange':
      return arrange(rows, action);
  }
}

function arrange(rows: Rows, { fresh, isHeld, keep }: RowsAction & { type: 'arrange' }): Rows {
  const freshIds = new Set(fresh.map(({ id }) => id));
  const order = rows.order.filter((id) => isHeld || id === keep || freshIds.has(id));
  const known = new Set(order);
  // What follows the last known one are older ones, of a page that was loaded now.
  const tailFrom = fresh.findLastIndex(({ id }) => known.has(id)) + 1;
  let waiting = 0;
  let at = 0;
  for (const [index, { id }] of fresh.entries()) {
    if (known.has(id)) at = order.indexOf(id) + 1;
    else if (index >= tailFrom) order.push(id);
    else if (isHeld) waiting += 1;
    else order.splice(at++, 0, id);
  }
  const views = new Map(rows.views);
  for (const view of fresh) views.set(view.id, view);
  return { order, views, waiting };
}
