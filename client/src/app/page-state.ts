import type { DehydratedState } from '@tanstack/react-query';
import type { PageConfig } from '@marketplace/server/rendering/page';

/** What the server hands to the browser with a page. */
export interface PageState {
  config: PageConfig;
  queries: DehydratedState;
}

/** JSON that cannot end the script element it stands in. */
export function writePageState(state: PageState): string {
  return JSON.stringify(state).replaceAll('<', String.raw`\u003c`);
}

export function readPageState(document: Document): PageState {
  return JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState;
}
