import * as z from 'zod';
import type { Candidates } from './listing-filter.ts';

/** Up to so many rows, by the planner's estimate, are fetched whole and then sorted: some 3 ms. */
export const fewRows = 2_000;

const planSchema = z.tuple([z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })]);

/** How many rows the planner expects, from its statistics alone. */
export async function estimateRows(candidates: Candidates): Promise<number> {
  const [plan] = await candidates.select('id').explain('json');
  return planSchema.parse(Object.values(plan ?? {})[0])[0].Plan['Plan Rows'];
}
