/** `index` carried round both ends of a row of `count`: -1 is the last, `count` the first. */
export function wrapIndex(index: number, count: number): number {
  return count === 0 ? 0 : ((index % count) + count) % count;
}
