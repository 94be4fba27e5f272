import type { AppContext } from '../../../app-context.ts';
import type { Session } from '../../../context.ts';
import { adminOf } from '../../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  moderationOf,
  openCaseOf,
  type World,
} from '../moderation.fixtures.ts';

export const reason = 'Not allowed here';
export const text = 'I think this is a mistake.';

/** Returns the newest decisions about a user, as they read them. */
export async function listDecisionsOf(ctx: AppContext, user: Session['user']) {
  return (await moderationOf(ctx, user).decisions({})).items;
}

/** Flags a reported listing, and returns the decision with those who can appeal and answer. */
export async function createFlagged({ ctx, asAdmin }: World) {
  const listing = await createReportedListing(ctx);
  const { caseId, owner } = listing;
  await asAdmin.resolveReport({ caseId, decision: 'flag', reason, guideline: 3 });
  const [decision] = await listDecisionsOf(ctx, owner);
  const other = await createAdmin(ctx, { firstName: 'Bo', lastName: 'Boss' });
  const caller = moderationOf(ctx, owner);
  const judge = adminOf(ctx, other);
  const appeal = async () => {
    await caller.appeal({ decisionId: decision?.id ?? '', text });
    return openCaseOf(ctx, decision?.id ?? '');
  };
  return { ...listing, decisionId: decision?.id ?? '', caller, judge, appeal };
}
