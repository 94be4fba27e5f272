import { createStore } from './store.ts';

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

/** The toast on screen. */
export const toastStore = createStore<ShownToast | null>(null);
let count = 0;

/** Shows a toast in place of the one shown, if any: at most one at a time. */
export function toast(content: Toast): void {
  count += 1;
  toastStore.set({ ...content, id: count });
}

export function dismissToast(id: number): void {
  if (toastStore.get()?.id === id) toastStore.set(null);
}

/** Puts an address into the clipboard and says so with `title`; where that fails, shows it to be copied. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title, message: text, kind: 'success' });
  } catch {
    toast({ title: 'Copy failed', message: `Please copy it manually: ${text}`, kind: 'error' });
  }
}
