/** Loaded into a measured process (with `--expose-gc`): tells its memory in bytes when it is asked. */
process.on('message', (message) => {
  if (message !== 'memory') return;
  globalThis.gc?.();
  process.send?.({ rss: process.memoryUsage.rss() });
});
