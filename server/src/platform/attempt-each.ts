import { AppError, databaseBusy } from '../errors.ts';

/**
 * Runs one after the other, so that a large selection takes one connection. Returns what each has
 * done, or the problem why it was refused.
 */
export async function attemptEach<Item, Done>(items: Item[], run: (item: Item) => Promise<Done>) {
  const results: { item: Item; done?: Done; problem: string | null }[] = [];
  for (const item of items) {
    try {
      results.push({ item, done: await run(item), problem: null });
    } catch (error) {
      const refusal = error instanceof AppError ? error : databaseBusy(error);
      if (!refusal) throw error;
      results.push({ item, problem: refusal.message });
    }
  }
  return results;
}
