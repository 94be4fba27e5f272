import { randomUUID } from 'node:crypto';
import type { RuleInput } from '@marketplace/shared/screening/schemas';
import { ruleContent } from '@marketplace/shared/screening/schemas';
import type { AppContext } from '../../app-context.ts';
import type { Rule } from './compile-rules.ts';

/** Returns the content of a rule that holds listings and warns of nothing else. */
export function contentOf(values: Partial<RuleInput> = {}) {
  return ruleContent.parse({
    name: `Rule ${randomUUID()}`,
    kinds: ['listing'],
    type: 'words',
    parameters: { phrases: ['forbidden gizmo'] },
    action: 'hold',
    maxStanding: 3,
    guideline: null,
    topic: 'other',
    advice: 'Leave out the gizmo.',
    enabled: true,
    ...values,
  });
}

/** Returns a rule about messages that warns, as if it were stored. */
export function ruleOf(values: Partial<RuleInput> = {}): Rule {
  const content = contentOf({ kinds: ['message'], action: 'warn', ...values });
  return { ...content, id: randomUUID(), version: 1 };
}

/** Stores a rule in place of all others, and makes the screener of `ctx` read it. */
export async function storeOnlyRule(ctx: AppContext, values: Partial<RuleInput> = {}) {
  const { parameters, ...columns } = contentOf(values);
  await ctx.db.updateTable('screeningRules').set({ enabled: false }).execute();
  const { id } = await ctx.db
    .insertInto('screeningRules')
    .values({ ...columns, parameters: JSON.stringify(parameters) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.screener.reload();
  return { id, name: columns.name };
}
