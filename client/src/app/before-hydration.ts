import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';

/*
 * A page shows before its scripts run. What the user presses, enters or chooses until then is kept
 * and replayed once React listens. `keepEarlyInput` and `startAfterPaint` run before the bundle:
 * vite.config.ts writes their source into index.html, so they use nothing outside themselves.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Entered {
  value: string;
  /** Of radio buttons and checkboxes only. */
  checked?: boolean;
}

declare global {
  interface Window {
    /** Null once the page is hydrated. */
    early?: {
      /** The button pressed last. */
      press: HTMLElement | null;
      keepPress: (event: Event) => void;
      /** What was typed and chosen, the latest last. */
      fields: Map<Field, Entered>;
    } | null;
  }
}

/** Keeps presses and input from the first moment on. */
export function keepEarlyInput(): void {
  const keepPress = ({ target }: Event) => {
    // A popover opens without scripts; pressed again, its button would close it.
    const press = (target as Element).closest<HTMLElement>(
      'button[type=button]:not([popovertarget])',
    );
    if (window.early) window.early.press = press;
  };
  const fields = new Map<Field, Entered>();
  window.early = { press: null, keepPress, fields };
  document.addEventListener('click', keepPress);
  let last: Field | undefined;
  let entered = '';
  const keepInput = ({ type, target }: Event) => {
    const field = target as HTMLInputElement;
    if (!field.matches('select, textarea, input:not([type=file])')) return;
    if (type === 'input') [last, entered] = [field, field.value];
    // Hydration may have set another value since the input event.
    else if (last === field && field.matches('select')) field.value = entered;
    const { value, checked } = field;
    window.early?.fields.delete(field);
    window.early?.fields.set(field, { value, checked });
  };
  for (const type of ['input', 'change']) document.addEventListener(type, keepInput, true);
}

/**
 * Adds the scripts once the server's HTML is painted: at once in a hidden tab, which is not painted,
 * and after a while where no paint comes. If the server refuses them, reloads the page, less and less
 * often.
 */
export function startAfterPaint(): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const template = document.getElementById('scripts') as HTMLTemplateElement;
    const scripts = document.importNode(template.content, true);
    // It fails with what it imports, too.
    scripts.querySelector('script:last-of-type')?.addEventListener('error', reload);
    document.head.append(scripts);
  };
  const reload = () => {
    const state = history.state as { tries?: number } | null;
    const tries = state?.tries ?? 0;
    if (tries === 6) return;
    setTimeout(
      () => {
        history.replaceState({ ...state, tries: tries + 1 }, '');
        location.reload();
      },
      1000 * 2 ** tries,
    );
  };
  if (document.hidden) start();
  requestAnimationFrame(() => setTimeout(start));
  document.addEventListener('visibilitychange', start);
  setTimeout(start, 3000);
}

/** From now on React sees every press itself. */
export function stopKeepingPresses(): void {
  if (window.early) document.removeEventListener('click', window.early.keepPress);
}

/**
 * Replays what the user did before hydration. Belongs inside the page's own Suspense boundary: what
 * is outside is hydrated before it.
 */
export function useEarlyInput(): void {
  const { pathname, search } = useLocation();
  const replay = useEffectEvent(() => {
    const { early, location, history } = window;
    if (!early) return;
    window.early = null;
    // Back or forward has changed the address, but the router did not listen yet. The page is left,
    // and what was typed into it with it.
    if (location.pathname + location.search !== pathname + search) {
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      return;
    }
    early.fields.forEach((entered, field) => field.isConnected && enter(field, entered));
    if (early.press) findButton(early.press)?.click();
  });
  useEffect(() => replay(), []);
}

/** The button itself, or the visible one that replaced it during hydration. */
function findButton(button: HTMLElement): HTMLElement | undefined {
  if (button.isConnected) return button;
  const label = button.getAttribute('aria-label');
  return [...document.querySelectorAll('button')].find(
    (other) =>
      label && other.getAttribute('aria-label') === label && other.getClientRects().length > 0,
  );
}

/** React notices only a value that differs from the one set through the element itself. */
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
