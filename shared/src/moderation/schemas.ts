import * as z from 'zod';
import { adminPageSize } from '../admin/constants.ts';
import { adminPersonView, adminReason, guidelineNumber } from '../admin/schemas.ts';
import { lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { storableText } from '../storable-text.ts';
import { decisionView } from './appeals.ts';
import {
  appealOutcomes,
  caseTargetTypes,
  casesAtOnce,
  decisions,
  decisionsAtOnce,
  heldReason,
  type ReportReason,
  reportCommentMaxLength,
  reportReasons,
  reportTargetTypes,
} from './constants.ts';

const reasons = reportReasons.map(({ value }) => value) as [ReportReason, ...ReportReason[]];

export const reportInput = z.object({
  targetType: z.enum(reportTargetTypes, "This can't be reported."),
  targetId: lookupId,
  reason: z.enum(reasons, 'Please choose a reason.'),
  comment: storableText()
    .trim()
    .max(reportCommentMaxLength, `A comment can have up to ${reportCommentMaxLength} characters.`)
    .optional(),
});

/** The report, which may be one that the caller made before. */
export const reportedView = z.object({ id: z.string() });

const targetType = z.enum(caseTargetTypes);
const decision = z.enum(decisions);
const caseDecision = z.enum([...decisions, ...appealOutcomes]);

export const casesInput = z.object({
  ...pageInput(adminPageSize).shape,
  status: z.enum(['open', 'decided']).default('open'),
  targetType: targetType.optional(),
  /** True for only the cases that the caller has claimed. */
  mine: z.boolean().optional(),
  /** `harm` orders open cases by harm, and by the time of the last report among equals. */
  order: z.enum(['newest', 'harm']).default('newest'),
  reason: z.enum([...reasons, heldReason]).optional(),
  /** `automatic`: opened by the server, and not reported by anyone since. */
  source: z.enum(['people', 'automatic']).optional(),
  /** Who has claimed the case, from the view of the caller. */
  claim: z.enum(['none', 'others']).optional(),
  /** True for only the cases that were opened over a day ago. */
  overdue: z.boolean().optional(),
  /** Only cases about this user and their content. */
  ownerId: lookupId.optional(),
});

export const caseInput = z.object({ caseId: lookupId });

/** The affected user receives the reason and the community rule, except for a dismissal. */
export const resolveReportInput = z.object({
  caseId: lookupId,
  decision,
  reason: adminReason,
  guideline: guidelineNumber,
});

/** The person who appealed receives the reason. */
export const answerAppealInput = z.object({
  caseId: lookupId,
  outcome: z.enum(appealOutcomes),
  reason: adminReason,
});

const caseIds = z
  .array(lookupId)
  .min(1, 'Choose at least one report.')
  .max(casesAtOnce, `You can choose up to ${casesAtOnce} reports at once.`);

export const resolveReportsInput = z.object({
  caseIds,
  decision: z.enum(decisionsAtOnce),
  reason: adminReason,
  guideline: guidelineNumber,
});
export const undoDecisionsInput = z.object({ caseIds });

/**
 * All reports on one target until a decision, or an appeal against a decision. A decision can be
 * undone until `undoableUntil`.
 */
export const caseView = z.object({
  id: z.string(),
  targetType,
  targetId: z.string(),
  status: z.enum(['open', 'decided']),
  /** Distinct reporters; 0 if the server holds a review for a moderator. */
  reporterCount: z.number(),
  /** How many of the reports count toward hiding a listing; 0 for other targets. */
  reportsWithWeight: z.number(),
  /** What orders the queue; higher is worse. See docs/product.md. */
  harm: z.number(),
  /** The newest five. `evidence` is a copy of the target at the time of the report. */
  reports: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      comment: z.string().nullable(),
      evidence: z.record(z.string(), z.unknown()).nullable(),
      /** Null if the account was deleted. */
      reporter: adminPersonView.nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The target in its current state. */
  target: z.object({
    title: z.string(),
    text: z.string(),
    image: z.string().nullable(),
    /** The target's path on the site; null if it is gone or private. */
    path: z.string().nullable(),
    /** The author or seller; null if the account was deleted. */
    owner: adminPersonView.nullable(),
    /** Such as 'active', 'hidden', 'flagged', 'held', 'deleted', 'deactivated'. */
    state: z.string(),
  }),
  claimedBy: adminPersonView.nullable(),
  claimedAt: z.iso.datetime().nullable(),
  decision: caseDecision.nullable(),
  reason: z.string().nullable(),
  decidedBy: adminPersonView.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  undoableUntil: z.iso.datetime().nullable(),
  /** The newest five earlier decisions about the same owner. */
  earlier: z.array(
    z.object({
      caseId: z.string(),
      targetType,
      decision,
      reason: z.string().nullable(),
      decidedBy: adminPersonView.nullable(),
      decidedAt: z.iso.datetime(),
    }),
  ),
  /** The decision and the person's words, if the case is an appeal. */
  appeal: decisionView
    .pick({ kind: true, guideline: true, passage: true, reason: true, createdAt: true })
    .extend({
      targetType: z.enum(reportTargetTypes),
      text: z.string(),
      decidedBy: adminPersonView.nullable(),
      /** False for the decision's own admin while another admin could answer. */
      canAnswer: z.boolean(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  lastReportAt: z.iso.datetime(),
});

export const casePage = pageOf(caseView);

/** For each chosen case its new state, and the problem why it was not changed, or null. */
export const caseResultsView = z.array(
  z.object({ caseId: z.string(), problem: z.string().nullable(), case: caseView.nullable() }),
);

const counts = z.record(z.string(), z.number());

/** The state of the queue. Counts stop at `maxCasesCounted` open cases. */
export const queueView = z.object({
  open: z.number(),
  oldestAt: z.iso.datetime().nullable(),
  /** From the first report to the decision, over 30 days; null without decisions. */
  medianMinutes: z.number().nullable(),
  kinds: counts,
  reasons: counts,
  people: z.number(),
  automatic: z.number(),
  unclaimed: z.number(),
  /** Claimed by admins other than the caller. */
  others: z.number(),
  overdue: z.number(),
  /** The admins with claims, most claims first. */
  claims: z.array(z.object({ admin: adminPersonView, count: z.number() })),
});

export type CaseResult = z.output<typeof caseResultsView>[number];
export type QueueView = z.output<typeof queueView>;
export type CaseView = z.output<typeof caseView>;
export type Decision = z.output<typeof decision>;
export type CaseDecision = z.output<typeof caseDecision>;
export type CaseAppeal = NonNullable<CaseView['appeal']>;
