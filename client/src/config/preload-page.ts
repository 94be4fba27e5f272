/*
 * The table of routes reaches every page, and pages hold links that want to preload others: the
 * table hands its preloader over here, so that pages need not import the table.
 */
let preloader: (pathname: string) => void = () => undefined;

export function setPagePreloader(next: (pathname: string) => void): void {
  preloader = next;
}

/** Fetches the code of the page at an address ahead of time. */
export function preloadPage(address: string): void {
  preloader(address.split(/[?#]/, 1)[0] ?? address);
}
