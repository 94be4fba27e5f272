/* Never runs. The type check fails if the service worker knows the types of pages or of Node. */

// @ts-expect-error: DOM
document.title = '';
// @ts-expect-error: Node
process.exit();
