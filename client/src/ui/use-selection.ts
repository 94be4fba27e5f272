import { useRef, useState } from 'react';

export type Selection = ReturnType<typeof useSelection>;

/** Holds which rows are selected, at most `max`. A row that leaves `ids` is not selected any more. */
export function useSelection(ids: string[], max: number) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  /** The row that was clicked last, where a range begins. */
  const last = useRef<string>(undefined);
  const selected = ids.filter((id) => chosen.has(id));
  return {
    selected,
    has: (id: string) => chosen.has(id),
    set: (rows: string[]) => setChosen(new Set(rows.slice(0, max))),
    /** Selects or deselects a row, or with `ranged` all rows from the last one to this one. */
    toggle(id: string, ranged: boolean) {
      const to = ids.indexOf(id);
      const from = ranged && last.current ? ids.indexOf(last.current) : -1;
      const range = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = id;
      const rest = selected.filter((one) => !range.includes(one));
      setChosen(new Set(chosen.has(id) ? rest : [...rest, ...range].slice(0, max)));
    },
  };
}
