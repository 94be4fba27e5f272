import { useEffect } from 'react';
import { createStore } from './store.ts';

/** A short notice. `error` is for failures, `success` for a completed action of the user. */
export interface Toast {
  title: string;
  message?: string;
  kind?: 'success' | 'error' | 'info';
  /** A follow-up action. It must also be possible elsewhere, since toasts disappear. */
  action?: { label: string; run: () => void };
}

/** The id increases with each toast, so that a new toast remounts. */
export type ShownToast = Toast & { id: number };

/** The visible toast, if any. */
export const toastStore = createStore<ShownToast | null>(null);
let count = 0;

/** Shows a toast in place of the current one: at most one is visible. */
export function toast(content: Toast): void {
  count += 1;
  toastStore.set({ ...content, id: count });
}

export function dismissToast(id: number): void {
  if (toastStore.get()?.id === id) toastStore.set(null);
}

/** Dismisses a toast after 5 s. The time starts over after a pause. */
export function useDismissal(id: number, isPaused = false): void {
  useEffect(() => {
    if (isPaused) return;
    const timer = window.setTimeout(() => dismissToast(id), 5000);
    return () => window.clearTimeout(timer);
  }, [isPaused, id]);
}

/** Copies text and confirms with `title`, or shows the text to copy by hand. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title, message: text, kind: 'success' });
  } catch {
    toast({ title: 'Copy failed', message: `Please copy it manually: ${text}`, kind: 'error' });
  }
}
