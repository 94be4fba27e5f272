/* Never runs: the type check fails where the service worker knows types of pages or of Node. */

// @ts-expect-error: DOM
document.title = '';
// @ts-expect-error: Node
process.exit();
