import type { FactorNeed } from '@marketplace/shared/factors/schemas';

/** Returns what a refused call needs of a second factor, if that is why it was refused. */
export function factorNeed(error: unknown): FactorNeed | undefined {
  return (error as { data?: { factor?: FactorNeed } | null } | null)?.data?.factor;
}
