import * as z from 'zod';
import { adminReason, adminUserInput } from '../admin/schemas.ts';
import { levels } from './levels.ts';

const codes = z.enum([
  'ageDays',
  'daysPresent',
  'conversations',
  'handovers',
  'orders',
  'reports',
  'decisions',
  'adjustment',
]);

/** A need of the next level, and how much of it the user has. */
const step = z.object({ code: codes, have: z.number(), need: z.number(), text: z.string() });

/**
 * The caller's standing. Each text is a sentence, or the label of a step. `next` has the ways to the
 * next level, of which one is enough, and is null at the highest level.
 */
export const standingView = z.object({
  level: z.enum(levels),
  facts: z.array(z.object({ code: codes, count: z.number(), text: z.string() })),
  limits: z.array(
    z.object({
      code: z.enum(['listings', 'conversations', 'reports']),
      count: z.number(),
      text: z.string(),
    }),
  ),
  next: z.array(z.object({ steps: z.array(step) })).nullable(),
});

/** `by` replaces an earlier adjustment, and 0 removes it. */
export const adjustStandingInput = adminUserInput.extend({
  by: z
    .number()
    .int('Enter a whole number of levels.')
    .min(-3, 'Enter a number from -3 to 3.')
    .max(3, 'Enter a number from -3 to 3.'),
  reason: adminReason,
});

export const adjustedStandingView = z.object({
  id: z.string(),
  level: z.enum(levels),
  by: z.number(),
  reason: z.string().nullable(),
});

export type StandingView = z.output<typeof standingView>;
