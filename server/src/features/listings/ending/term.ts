import type { Config } from '../../../platform/config.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Returns after how many days a listing of this kind and category ends. */
export function termDays(
  { listingDays }: Pick<Config, 'listingDays'>,
  { kind, category }: { kind: string; category: string },
): number {
  const terms: Record<string, number | undefined> = listingDays;
  return (kind === 'wanted' ? terms['wanted'] : terms[category]) ?? terms['usual'] ?? 60;
}

/** Returns the columns of a term that begins now. The first notice is due a week before its end. */
export function newTerm(
  config: Pick<Config, 'listingDays'>,
  listing: { kind: string; category: string },
) {
  const expiresAt = new Date(Date.now() + termDays(config, listing) * dayMs);
  return { expiresAt, dueAt: new Date(expiresAt.getTime() - 7 * dayMs), notices: 0 };
}
