/** Loaded into a measured process (with `--expose-gc`). Sends its memory in bytes on request. */
process.on('message', (message) => {
  if (message !== 'memory') return;
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage.rss() });
});
