/**
 * Makes many requests few: `ask` has `run` called at once, or, when that was less than `interval` ms
 * ago or still goes on, once after it. `run` must not throw.
 */
export function createCoalescer(run: () => Promise<void>, interval: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  let isRunning = false;
  let isStopped = false;

  const next = async () => {
    if (!isAsked || isRunning || isStopped || timer !== undefined) return;
    isAsked = false;
    isRunning = true;
    timer = setTimeout(() => {
      timer = undefined;
      void next();
    }, interval);
    await run();
    isRunning = false;
    void next();
  };
  return {
    ask(): void {
      isAsked = true;
      void next();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
