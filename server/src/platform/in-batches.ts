/** Rows taken at once: few enough that no lock is held long. */
const batchSize = 1000;

/** Repeats a removal of at most `size` rows until one comes back short. */
export async function inBatches(
  removeSome: (size: number) => Promise<number | { numAffectedRows?: bigint }>,
): Promise<void> {
  for (;;) {
    const removed = await removeSome(batchSize);
    const count = typeof removed === 'number' ? removed : Number(removed.numAffectedRows ?? 0n);
    if (count < batchSize) return;
  }
}
