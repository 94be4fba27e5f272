import { sql } from 'kysely';
import type { DecisionView } from '@marketplace/shared/moderation/appeals';
import { appealableKinds, appealDays } from '@marketplace/shared/moderation/constants';

/** An SQL condition: it is not too late to appeal the decision `d`. */
export const isRecent = sql<boolean>`d.created_at > now() - make_interval(days => ${sql.lit(appealDays)})`;

interface Appealable extends Pick<DecisionView, 'kind'> {
  appealedAt: Date | null;
  reversedAt: Date | null;
  isRecent: boolean;
}

/** Returns why a decision cannot be appealed, or null. */
export function problemOf({ kind, appealedAt, reversedAt, isRecent }: Appealable): string | null {
  if (appealedAt) return 'You can appeal a decision once.';
  if (reversedAt) return 'This decision no longer applies.';
  if (!appealableKinds.includes(kind)) return 'A moderator will review this without an appeal.';
  return isRecent ? null : `You can appeal a decision for ${appealDays} days.`;
}
