import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../api/trpc.ts';
import { onWake } from '../api/wake.ts';
import { attempt } from '../ui/attempt.ts';

/** Stores the id of the signed-in user per tab and per browser; '' for a visitor. */
const storageKey = 'user';

/**
 * Clears what was fetched and typed in this tab when the signed-in user leaves or changes, and
 * detects such changes in other tabs. Call it before the page renders.
 */
export function watchUser(queryClient: QueryClient): void {
  const keyOfMe = getQueryKey(trpc.auth.me, undefined, 'query');
  const me = () => queryClient.getQueryData<{ id: string } | null>(keyOfMe)?.id ?? '';
  let user = me();

  /** Stores the current user. `before` is the id of the user of this tab until now. */
  const note = (before: string | null | undefined) =>
    attempt(() => {
      if (before && before !== user) sessionStorage.clear();
      sessionStorage.setItem(storageKey, user);
      localStorage.setItem(storageKey, user);
    });

  const compare = async (other = attempt(() => localStorage.getItem(storageKey))) => {
    if ((other ?? user) === user) return;
    const wasVisitor = user === '';
    await queryClient.invalidateQueries({ queryKey: keyOfMe });
    if (wasVisitor) await queryClient.invalidateQueries();
  };

  // This page's data belongs to its user.
  note(attempt(() => sessionStorage.getItem(storageKey)));
  queryClient.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' || me() === user) return;
    const before = user;
    user = me();
    if (before) {
      const known = queryClient.getQueryCache().find({ queryKey: keyOfMe });
      queryClient.removeQueries({ predicate: (query) => query !== known });
    }
    note(before);
  });
  window.addEventListener('storage', ({ key, newValue }) => {
    // The value of the event, because this tab may have written its own since.
    if (key === storageKey) void compare(newValue);
  });
  onWake(() => void compare());
}
