import { createContext, use } from 'react';
import type { PageConfig } from '@marketplace/server/rendering/page';

export const PageConfigContext = createContext<PageConfig | null>(null);

/** The brand and what this server can do, as delivered with the page. */
export function usePageConfig(): PageConfig {
  const config = use(PageConfigContext);
  if (!config) throw new Error('usePageConfig is used outside the providers');
  return config;
}

export function useBrand() {
  return usePageConfig().brand;
}
