import type { Logger } from 'pino';

/** Closes everything in reverse order of opening, when a start fails or the server stops. */
export interface Closing {
  /** Adds the step that closes what was just opened. */
  push(step: () => Promise<unknown>): void;
  /** Runs every step, logs each that throws, and then throws the first of these errors. */
  close(): Promise<void>;
}

export function createClosing(log: Logger): Closing {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    push: (step) => void steps.push(step),
    async close() {
      const errors: unknown[] = [];
      for (const step of steps.splice(0).reverse()) {
        try {
          await step();
        } catch (error) {
          log.error({ err: error }, 'a part could not be closed');
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
