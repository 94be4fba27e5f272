import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router-dom';

// A page is visible before its scripts run. What the user presses, types, or chooses until then is
// recorded and replayed after hydration. vite.config.ts writes the source of `recordEarlyInput` and
// `startAfterPaint` into index.html, so they must not reference anything outside themselves.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type Entered = Pick<HTMLInputElement, 'value' | 'checked'>;

declare global {
  interface Window {
    /** Null once the page is hydrated. */
    early?: {
      press: HTMLElement | null;
      recordPress: (event: Event) => void;
      /** Typed and chosen values, in order. */
      fields: Map<Field, Entered>;
    } | null;
  }
}

/** Records presses and input. Runs inline, before the page is parsed. */
export function recordEarlyInput(): void {
  const recordPress = ({ target }: Event) => {
    // A popover opens without scripts. A replayed press would close it.
    const press = (target as Element).closest<HTMLElement>(
      'button[type=button]:not([popovertarget])',
    );
    if (window.early) window.early.press = press;
  };
  const fields = new Map<Field, Entered>();
  window.early = { press: null, recordPress, fields };
  document.addEventListener('click', recordPress);
  let last: Field | undefined;
  let entered = '';
  const recordInput = ({ type, target }: Event) => {
    const field = target as HTMLInputElement;
    if (!field.matches('select, textarea, input:not([type=file])')) return;
    if (type === 'input') [last, entered] = [field, field.value];
    // Hydration may have set another value since the input event.
    else if (last === field && field.matches('select')) field.value = entered;
    const { value, checked } = field;
    window.early?.fields.delete(field);
    window.early?.fields.set(field, { value, checked });
  };
  for (const type of ['input', 'change']) document.addEventListener(type, recordInput, true);
}

/**
 * Inserts the scripts after the first paint: at once in a hidden tab, which does not paint, and
 * after 3 s if no paint comes. If a script fails to load, reloads the page, up to six times with
 * growing delays.
 */
export function startAfterPaint(): void {
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    const template = document.getElementById('scripts') as HTMLTemplateElement;
    const scripts = document.importNode(template.content, true);
    // The event also fires if an import of the script fails.
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

/** Replays recorded input. Call it inside the page's own Suspense boundary, which hydrates last. */
export function useEarlyInput(): void {
  const { pathname, search } = useLocation();
  const replay = useEffectEvent(() => {
    const { early, location, history } = window;
    if (!early) return;
    window.early = null;
    // The user went back or forward before the router listened. The page is left, so its input is
    // dropped.
    if (location.pathname + location.search !== pathname + search) {
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      return;
    }
    early.fields.forEach((entered, field) => field.isConnected && enter(field, entered));
    if (early.press) findButton(early.press)?.click();
  });
  useEffect(() => replay(), []);
}

/** Returns the button, or the visible one that replaced it during hydration. */
function findButton(button: HTMLElement): HTMLElement | undefined {
  if (button.isConnected) return button;
  const label = button.getAttribute('aria-label');
  return [...document.querySelectorAll('button')].find(
    (other) =>
      label && other.getAttribute('aria-label') === label && other.getClientRects().length > 0,
  );
}

function enter(field: Field, { value, checked }: Entered): void {
  if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) {
    field.checked = !checked;
    field.click();
    return;
  }
  // React only notices a value that was set through the prototype's setter and differs from the one
  // it knows.
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  const type = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(type, { bubbles: true }));
}
