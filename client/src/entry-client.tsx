import './app/styles.ts';
import { hydrate } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app/App.tsx';
import { matchRoute } from './app/match-route.ts';
import { readPageState } from './app/page-state.ts';
import { Providers } from './app/Providers.tsx';
import { stopKeepingPresses } from './app/use-early-input.ts';

// After a new release the old page's code is gone: the next page is then loaded whole.
window.addEventListener('vite:preloadError', () => window.location.reload());

/** Resolves once the page and all its pictures are there. */
async function wholeLoad(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}

async function start() {
  const { pathname, search } = window.location;
  const { config, queries } = readPageState(document);
  const queryClient = createQueryClient();
  hydrate(queryClient, queries);
  // Not in development, where files that are kept would hide the changed ones.
  if (import.meta.env.PROD) {
    void wholeLoad().then(async () => {
      (await import('./features/offline/start.ts')).startOffline(queryClient);
    });
  }
  const match = matchRoute(pathname);
  if (!('redirect' in match)) await match.route.page.preload();
  // Back or forward pressed meanwhile: the address is not that of what the server rendered any more.
  if (window.location.pathname + window.location.search !== pathname + search) {
    window.location.reload();
    return;
  }
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  stopKeepingPresses();
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <BrowserRouter>
          <Providers config={config} queryClient={queryClient}>
            <App />
          </Providers>
        </BrowserRouter>
      </StrictMode>,
    );
  });
}

void start();
