// Must come first, because later style sheets override these.
import 'virtual:theme.css';
import './ui/fonts.css';
import './app/global.css';
import './app/controls.css';
import './app/overlays.css';
import { hydrate } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/query-client.ts';
import { App, Providers } from './app/App.tsx';
import type { PageState } from './app/page-html.ts';
import { forgetReload, matchRoute } from './app/routes.tsx';
import { watchUser } from './app/watch-user.ts';
import { pageLoaded } from './ui/page-loaded.ts';

async function start() {
  const { pathname, search } = window.location;
  const state = document.getElementById('page-state')?.textContent ?? '';
  const { config, queries } = JSON.parse(state) as PageState;
  const queryClient = createQueryClient();
  hydrate(queryClient, queries);
  watchUser(queryClient);
  // Not in development, where the service worker would serve outdated files.
  if (import.meta.env.PROD) {
    void pageLoaded()
      .then(() => import('./features/offline/start-offline.ts'))
      .then(({ startOffline }) => startOffline(queryClient))
      // The next page load tries again.
      .catch(() => undefined);
  }
  const match = matchRoute(pathname);
  if (!('redirect' in match)) {
    const { page } = match.route;
    // If the code fails to load, the page reloads once or shows an error.
    await page.preload().then(forgetReload, () => undefined);
  }
  // The visitor went back or forward while the code loaded, so the server's HTML is for another
  // address.
  if (window.location.pathname + window.location.search !== pathname + search) {
    window.location.reload();
    return;
  }
  // React handles presses from here on.
  if (window.early) document.removeEventListener('click', window.early.recordPress);
  startTransition(() => {
    hydrateRoot(
      document.getElementById('root') as HTMLElement,
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
