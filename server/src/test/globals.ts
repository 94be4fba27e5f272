/* Never runs: the type check fails where the server knows types of browsers. */

// @ts-expect-error: DOM
document.title = '';
// @ts-expect-error: DOM
export type Page = HTMLElement;
