import type { DehydratedState } from '@tanstack/react-query';
import type { PageConfig } from '@marketplace/server/rendering/page';

/** Returns JSON that cannot end the script element around it. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
}

/** The data that the server passes to the browser with a page. */
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
