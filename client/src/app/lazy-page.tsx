import { type ComponentType, use } from 'react';

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
 * renders it in one pass, and the browser hydrates what the server sent. A failed fetch may be
 * tried again.
 */
export function lazyPage(source: string, load: () => Promise<PageModule>): LazyPage {
  let Loaded: ComponentType | undefined;
  let pending: Promise<void> | undefined;
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
  function View() {
    if (!Loaded) use(preload());
    return Loaded ? <Loaded /> : null;
  }
  return { source: `src/features/${source}.tsx`, preload, View };
}
