import { createContext, use } from 'react';
import type { PageConfig } from '@marketplace/server/rendering/page';

export const PageConfigContext = createContext<PageConfig | null>(null);

/** Returns the brand and the server's features, which come with the page. */
export function usePageConfig(): PageConfig {
  const config = use(PageConfigContext);
  if (!config) throw new Error('usePageConfig is used outside the providers');
  return config;
}

export function useBrand() {
  return usePageConfig().brand;
}
