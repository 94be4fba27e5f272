import { useEffect } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Entered {
  value: string;
  /** Of radio buttons and checkboxes alone. */
  checked?: boolean;
}

declare global {
  /** Kept by the script in index.html before React listened. */
  interface Window {
    /** The button pressed last, if any. */
    earlyPress?: HTMLElement | null;
    /** What was typed and chosen, the latest last; null once the page is alive. */
    earlyFields?: Map<Field, Entered> | null;
    keepPress?: EventListener;
  }
}

/** From now on React hears every press itself. */
export function stopKeepingPresses(): void {
  if (window.keepPress) document.removeEventListener('click', window.keepPress);
}

/**
 * Presses the button again that was pressed while the page was there to see but not yet alive, and
 * enters what was typed and chosen. Belongs inside the page's own Suspense boundary: what is outside
 * is alive before it.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const { earlyPress, earlyFields } = window;
    window.earlyPress = null;
    window.earlyFields = null;
    earlyFields?.forEach((entered, field) => field.isConnected && enter(field, entered));
    if (earlyPress) standIn(earlyPress)?.click();
  }, []);
}

/** The button itself, or the one that replaced it when its part of the page came alive. */
function standIn(button: HTMLElement): HTMLElement | undefined {
  if (button.isConnected) return button;
  const label = button.getAttribute('aria-label');
  return [...document.querySelectorAll('button')].find(
    (other) => label && other.getAttribute('aria-label') === label,
  );
}

/** React hears of a value only where it is another than was set through the element itself. */
function enter(field: Field, { value, checked }: Entered): void {
  if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) {
    field.checked = !checked;
    field.click();
    return;
  }
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  const type = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
