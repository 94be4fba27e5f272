import type { DehydratedState } from '@tanstack/react-query';
import type { PageConfig } from '@marketplace/server/rendering/page';

/** Returns JSON that cannot close the script element around it. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

/** The data that the server sends to the browser within a page. */
export interface PageState {
  config: PageConfig;
  queries: DehydratedState;
}

export function writePageState(state: PageState): string {
  return scriptJson(state);
}

export function readPageState(document: Document): PageState {
  return JSON.parse(document.getElementById('page-state')?.textContent ?? '') as PageState;
}
