// The table of routes imports every page, and pages contain links that preload other pages. The app
// registers the table's preloader here, so that pages need not import the table.
let preloader: (pathname: string) => void = () => undefined;

export function setPagePreloader(next: (pathname: string) => void): void {
  preloader = next;
}

/** Loads the code of the page at an address ahead of time. */
export function preloadPage(address: string): void {
  preloader(address.split(/[?#]/, 1)[0] ?? address);
}
