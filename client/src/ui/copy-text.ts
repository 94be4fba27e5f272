import { toast } from './toast.ts';

/** Puts an address into the clipboard and says so with `title`; where that fails, shows it to be copied. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title, message: text, kind: 'success' });
  } catch {
    toast({ title: 'Copy failed', message: `Please copy it manually: ${text}`, kind: 'error' });
  }
}
