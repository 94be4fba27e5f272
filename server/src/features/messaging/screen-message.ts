import type { MessageWarning } from '@marketplace/shared/messaging/constants';
import type { AppContext } from '../../app-context.ts';
import { type AppError, badField } from '../../errors.ts';

export interface Written {
  userId: string;
  /** The standing of the author when they signed in. */
  standing: number | undefined;
  text: string;
  /** The field of the input that has the text. */
  field: 'content' | 'note';
}

/**
 * Screens a text that one person writes to another. A text to hold is not held, because that would
 * warn a scammer and interrupt an honest talk: its reader is warned, and a moderator gets a report.
 * `refusal` names the field and the passage.
 */
export function screenMessage(
  { screener }: Pick<AppContext, 'screener'>,
  { userId, standing = 0, text, field }: Written,
): { warning: MessageWarning | null; report: string | null; refusal?: AppError } {
  const verdict = screener.screen({ kind: 'message', userId, standing, text });
  if (verdict.action === 'allow') return { warning: null, report: null };
  const { action, passage, ruleName, advice, topic } = verdict;
  if (action === 'refuse') {
    const refusal = badField(field, `Messages can't contain “${passage}”. ${advice}`);
    return { warning: null, report: null, refusal };
  }
  const report = action === 'hold' ? `${ruleName}: “${passage}”`.slice(0, 1_000) : null;
  return { warning: topic, report };
}
