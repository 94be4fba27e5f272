import { type ComponentType, use } from 'react';
import { attempt } from './watch-user.ts';

/** All page modules. Each exports its component as `Component`. */
const modules = import.meta.glob<{ Component: ComponentType }>([
  '../features/**/*Page.tsx',
  '../features/policies/*.md',
]);

/** A page whose code loads when the page first renders, or earlier by `preload`. */
export interface LazyPage {
  /** Path of the source within `client/`, the key of the page in the build manifest. */
  source: string;
  preload(): Promise<void>;
  View: ComponentType;
}

/**
 * Returns the page of a feature, such as 'listings/browse/HomePage' or 'policies/terms.md'. Unlike
 * with React.lazy, a preloaded page renders without suspending, so that the server renders it in
 * one pass and the browser hydrates it. A failed preload is retried when the page opens. If that
 * fails too, the document reloads once.
 */
export function lazyPage(name: string): LazyPage {
  const file = name.endsWith('.md') ? name : `${name}.tsx`;
  const load = modules[`../features/${file}`];
  if (!load) throw new Error(`There is no page ${name}.`);
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
  let opening: Promise<void> | undefined;
  const preload = () =>
    (pending ??= load().then(
      (module) => {
        Loaded = module.Component;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    ));
  const open = () =>
    preload().then(forgetReload, (error: unknown) => {
      if (!reloadOnce()) throw error;
      // Stay pending until the reload replaces the document.
      return new Promise<void>(() => undefined);
    });
  function View() {
    if (!Loaded) use((opening ??= open()));
    return Loaded ? <Loaded /> : null;
  }
  return { source: `src/features/${file}`, preload, View };
}

const storageKey = 'reloaded';

/** Reloads the page for the current release. Returns false if that was tried for this address. */
function reloadOnce(): boolean {
  const { href } = window.location;
  // Without storage, the page could reload forever.
  const isFirst = attempt(() => {
    const isKnown = sessionStorage.getItem(storageKey) === href;
    sessionStorage.setItem(storageKey, href);
    return !isKnown;
  });
  if (isFirst) window.location.reload();
  return isFirst === true;
}

/** Allows the next failure to reload again. Call it when a page's code has loaded. */
export function forgetReload(): void {
  attempt(() => sessionStorage.removeItem(storageKey));
}
