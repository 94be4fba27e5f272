/**
 * 'Showing 50 of 1,234 messages'; without a total, as of a search, 'Showing 12 messages', or 'the
 * first 50' where `more` can be loaded.
 */
export function shownText(
  count: number,
  { total, more, noun }: { total: number | undefined; more: boolean; noun: string },
): string {
  const number = (value: number) => value.toLocaleString('en-US');
  const plural = (value: number) => (value === 1 && !more ? noun : `${noun}s`);
  if (total === undefined) {
    return `Showing ${more ? 'the first ' : ''}${number(count)} ${plural(count)}`;
  }
  // Rows that came or went a moment ago are in one of the two numbers before the other.
  const all = more ? Math.max(total, count) : count;
  return `Showing ${number(count)} of ${number(all)} ${plural(all)}`;
}
