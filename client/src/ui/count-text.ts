/** A number of listings; `capped` where there are at least that many. */
export interface Count {
  count: number;
  capped?: boolean | undefined;
}

export interface Counted extends Count {
  value: string;
}

/** '42', '1,000+'. */
export function numberText({ count, capped }: Count): string {
  return `${count.toLocaleString('en-US')}${capped ? '+' : ''}`;
}

/** '1 listing', '42 listings', '1,000+ listings'. */
export function totalText(total: Count): string {
  return `${numberText(total)} ${total.count === 1 && !total.capped ? 'listing' : 'listings'}`;
}

/** ' (42)' after an option; nothing until the counts are known. */
export function countText(counts: Counted[] | undefined, value: string): string {
  if (!counts) return '';
  return ` (${numberText(counts.find((one) => one.value === value) ?? { count: 0 })})`;
}
