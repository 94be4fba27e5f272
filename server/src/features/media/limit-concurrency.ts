/**
 * Lets work run at the same time as long as its weights add up to at most `limit`; what does not
 * fit waits in the order it came. A weight is at most the limit. A failure concerns only its own piece.
 */
export function limitConcurrency(limit: number) {
  const waiting: { weight: number; start: () => void }[] = [];
  let running = 0;

  /** Only the first in line may start, so that light work never keeps heavy work out for good. */
  const startWhatFits = () => {
    while (waiting[0] && running + waiting[0].weight <= limit) {
      const next = waiting.shift();
      running += next?.weight ?? 0;
      next?.start();
    }
  };

  return async function limited<T>(weight: number, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ weight, start });
      startWhatFits();
    });
    try {
      return await work();
    } finally {
      running -= weight;
      startWhatFits();
    }
  };
}
