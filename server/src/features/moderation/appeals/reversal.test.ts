import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { appealableKinds, type DecisionKind } from '@marketplace/shared/moderation/constants';
import type { Decision } from '@marketplace/shared/moderation/schemas';
import type { Session } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { findWrongCounters } from '../../messaging/messaging.fixtures.ts';
import { findWrongRatings } from '../../reviews/reviews.fixtures.ts';
import { adminOf } from '../../admin/admin.fixtures.ts';
import {
  createAdmin,
  createReportedListing,
  createReportedMessage,
  createReportedReview,
  createReportedUser,
  everything,
  moderationOf,
  moderationWorld,
  openCaseOf,
} from '../moderation.fixtures.ts';

const world = moderationWorld();
let judge: ReturnType<typeof adminOf>;
beforeAll(async () => {
  judge = adminOf(world.ctx, await createAdmin(world.ctx));
});

const reason = 'Against the rules';

/** Returns everything that a decision may change, except its case and the notifications. */
async function content() {
  const all = (await everything(world.ctx.db)) as Record<string, Record<string, unknown>[]>;
  const { listings = [], messages, conversations, reviews, users } = all;
  // Each change of a listing raises its version.
  const unversioned = listings.map(({ version: _, ...listing }) => listing);
  return { listings: unversioned, messages, conversations, reviews, users };
}

const creators = {
  hidden: () => createReportedListing(world.ctx, 3),
  listing: () => createReportedListing(world.ctx, 1),
  message: () => createReportedMessage(world.ctx, { isLast: true }),
  review: () => createReportedReview(world.ctx),
  user: () => createReportedUser(world.ctx),
};
type Subject = { caseId: string; targetType: string; targetId: string; owner: Session['user'] };

async function decisionsAbout(owner: { id: string }) {
  return world.ctx.db
    .selectFrom('decisions')
    .select(['id', 'kind', 'appealedAt'])
    .$narrowType<{ kind: DecisionKind }>()
    .where('userId', '=', owner.id)
    .where('reversedAt', 'is', null)
    .where('kind', 'in', appealableKinds)
    .orderBy('id')
    .execute();
}

/** Appeals the user's `at`-th decision in force. */
async function appealOne(owner: Session['user'], at: number) {
  const decisions = await decisionsAbout(owner);
  const one = decisions[at % decisions.length];
  const text = 'This is a mistake.';
  if (one) await moderationOf(world.ctx, owner).appeal({ decisionId: one.id, text });
}

async function reverseOne(owner: Session['user'], at: number) {
  const appealed = (await decisionsAbout(owner)).filter(({ appealedAt }) => appealedAt);
  const one = appealed[at % appealed.length];
  if (!one) return;
  await judge.answerAppeal({
    caseId: await openCaseOf(world.ctx, one.id),
    outcome: 'reversed',
    reason,
  });
}

/** Acts of admins and the person, in any order. The number chooses among several possibilities. */
const acts: Record<string, (subject: Subject, at: number) => Promise<unknown>> = {
  decide: ({ caseId }, at) =>
    world.asAdmin.resolveReport({
      caseId,
      decision: (['dismiss', 'flag', 'delete', 'warn', 'deactivate'] as Decision[])[at] ?? 'delete',
      reason,
    }),
  undo: ({ caseId }) => world.asAdmin.undoDecision({ caseId }),
  flag: ({ targetId }) => world.asAdmin.flag({ id: targetId, reason, guideline: 3 }),
  remove: ({ targetId }) => world.asAdmin.removeListing({ id: targetId, reason }),
  restore: ({ targetId }) => world.asAdmin.restore({ id: targetId, reason }),
  deactivate: ({ owner }) => world.asAdmin.deactivate({ id: owner.id, reason }),
  reactivate: ({ owner }) => world.asAdmin.reactivate({ id: owner.id, reason }),
  suspend: ({ owner }, at) => world.asAdmin.suspend({ id: owner.id, days: at + 1, reason }),
  endSuspension: ({ owner }) => world.asAdmin.endSuspension({ id: owner.id, reason }),
  appeal: ({ owner }, at) => appealOne(owner, at),
  reverse: ({ owner }, at) => reverseOne(owner, at),
};

/** Lets an act be refused, but never fail. */
async function attempt(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const refusals = ['CONFLICT', 'NOT_FOUND', 'BAD_REQUEST'];
    if (!(cause instanceof AppError && refusals.includes(cause.code))) throw error;
  }
}

const histories = fc.record({
  kind: fc.constantFrom(...(Object.keys(creators) as (keyof typeof creators)[])),
  steps: fc.array(
    fc.record({
      act: fc.constantFrom(...Object.keys(acts)),
      at: fc.nat({ max: 4 }),
      // True if the act runs together with the one before it.
      atOnce: fc.boolean(),
    }),
    { minLength: 2, maxLength: 7 },
  ),
});

describe('reversed decisions', () => {
  it('leave what they were about as if nothing had been decided, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async ({ kind, steps }) => {
        const subject = await creators[kind]();
        const before = await content();
        let running: Promise<void>[] = [];
        for (const { act, at, atOnce } of [{ act: 'decide', at: 2, atOnce: false }, ...steps]) {
          if (!atOnce) await Promise.all(running.splice(0));
          running.push(attempt(acts[act]?.(subject, at) ?? Promise.resolve()));
        }
        await Promise.all(running);
        running = [];
        for (let left = await decisionsAbout(subject.owner); left.length > 0;) {
          await attempt(
            appealOne(
              subject.owner,
              left.findIndex((one) => !one.appealedAt),
            ),
          );
          await reverseOne(subject.owner, 0);
          left = await decisionsAbout(subject.owner);
        }
        const { status } = await world.asAdmin.report({ caseId: subject.caseId });
        // A listing that reports had hidden is visible once its case is decided.
        const shown = before.listings.map((listing) =>
          listing.id === subject.targetId && status === 'decided'
            ? {
                ...listing,
                is_active: true,
                hidden_by_reports_at: null,
                visible: true,
                readable: true,
              }
            : listing,
        );
        expect(await content()).toEqual({ ...before, listings: shown });
        expect(await findWrongCounters(world.ctx.db)).toEqual([]);
        expect(await findWrongRatings(world.ctx.db)).toEqual([]);
        const appeals = await world.ctx.db
          .selectFrom('moderationCases')
          .select('id')
          .where((eb) => eb.and({ targetType: 'decision', status: 'open' }))
          .execute();
        expect(appeals).toEqual([]);
      }),
      { numRuns: Number(process.env.HISTORIES ?? 25) },
    );
  });
});
