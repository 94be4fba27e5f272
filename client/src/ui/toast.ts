/** A short notice. `error` is for failures, `success` for what the user just did. */
export interface Toast {
  title: string;
  message?: string;
  kind?: 'success' | 'error' | 'info';
  /** What else can be done about it; nothing that cannot be done elsewhere, since toasts go away. */
  action?: { label: string; run: () => void };
}

export interface ShownToast extends Toast {
  /** Grows with each toast: a new one replaces the old. */
  id: number;
}

/** How long a toast stays, in ms. */
export const toastDuration = 5000;

let current: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

function change(next: ShownToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one shown, if any: at most one at a time. */
export function toast(content: Toast): void {
  count += 1;
  change({ ...content, id: count });
}

export function dismissToast(id: number): void {
  if (current?.id === id) change(null);
}

/** The store that the toaster reads. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  current: () => current,
};
