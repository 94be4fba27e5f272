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
  decisions,
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

export type CaseView = z.output<typeof caseView>;
export type Decision = z.output<typeof decision>;
export type CaseDecision = z.output<typeof caseDecision>;
export type CaseAppeal = NonNullable<CaseView['appeal']>;
