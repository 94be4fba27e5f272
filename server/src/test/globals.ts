/* This file never runs. Its type check fails if the server's types include those of browsers. */

// @ts-expect-error: DOM
document.title = '';
// @ts-expect-error: DOM
export type Page = HTMLElement;
