import { type ComponentType, use } from 'react';
import { forgetReload, reloadOnce } from './reload-once.ts';

/** A module of a page: its component is the named export `Component`. */
export interface PageModule {
  Component: ComponentType;
}

/** A page whose code is fetched when it is first needed, or ahead of that by `preload`. */
export interface LazyPage {
  /** Its source below `client/`, the key under which the build lists its files. */
  source: string;
  preload(): Promise<void>;
  View: ComponentType;
}

/**
 * Unlike React.lazy, a page that was preloaded renders at once, without suspending: the server
 * renders it in one pass, and the browser hydrates what the server sent. A failed preload is tried
 * again when the page opens; a page that cannot be opened is loaded once as a document.
 */
export function lazyPage(source: string, load: () => Promise<PageModule>): LazyPage {
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
  return { source: `src/features/${source}.tsx`, preload, View };
}
