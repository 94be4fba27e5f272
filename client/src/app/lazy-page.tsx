import { type ComponentType, use } from 'react';

/** The modules of all pages: the component of each is the named export `Component`. */
const modules = import.meta.glob<{ Component: ComponentType }>([
  '../features/**/*Page.tsx',
  '../features/policies/*.md',
]);

/** A page whose code is fetched when it is first needed, or ahead of that by `preload`. */
export interface LazyPage {
  /** Its source below `client/`, the key under which the build lists its files. */
  source: string;
  preload(): Promise<void>;
  View: ComponentType;
}

/**
 * The page of a feature, such as 'listings/browse/HomePage' or 'policies/terms.md'. Unlike React.lazy, a page that was
 * preloaded renders at once, without suspending: the server renders it in one pass, and the browser
 * hydrates what the server sent. A failed preload is tried again when the page opens; a page that
 * cannot be opened is loaded once as a document.
 */
export function lazyPage(name: string): LazyPage {
  const file = name.endsWith('.md') ? name : `${name}.tsx`;
  const load = modules[`../features/${file}`];
  if (!load) throw new Error(`There is no page ${name}.`);
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
  let opening: Promise<void> | undefined;
  const preload = () => {
    pending ??= load().then(
      (module) => {
        Loaded = module.Component;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  const open = () =>
    preload().then(forgetReload, (error: unknown) => {
      if (!reloadOnce()) throw error;
      // Until the document is replaced.
      return new Promise<void>(() => undefined);
    });
  function View() {
    if (!Loaded) use((opening ??= open()));
    return Loaded ? <Loaded /> : null;
  }
  return { source: `src/features/${file}`, preload, View };
}

const storageKey = 'reloaded';

/**
 * Reloads the page, which brings the code of the current release. Returns false if this address was
 * already reloaded and that did not help.
 */
function reloadOnce(): boolean {
  const { href } = window.location;
  try {
    if (sessionStorage.getItem(storageKey) === href) return false;
    sessionStorage.setItem(storageKey, href);
  } catch {
    // Without a note of it the page could reload for ever.
    return false;
  }
  window.location.reload();
  return true;
}

/** A page's code has come: the next failure may reload again. */
export function forgetReload(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was noted either.
  }
}
