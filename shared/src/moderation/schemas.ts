import * as z from 'zod';
import { adminPageSize } from '../admin/constants.ts';
import { adminReason } from '../admin/schemas.ts';
import { lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { storableText } from '../text.ts';
import {
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

/** The report, made now or before. */
export const reportedView = z.object({ id: z.string() });

const targetType = z.enum(reportTargetTypes);
const decision = z.enum(decisions);

export const casesInput = z.object({
  ...pageInput(adminPageSize).shape,
  status: z.enum(['open', 'decided']).default('open'),
  targetType: targetType.optional(),
  /** Only those that the caller has claimed. */
  mine: z.boolean().optional(),
});

export const caseInput = z.object({ caseId: lookupId });

/** The person concerned receives the reason, except of a dismissal. */
export const resolveReportInput = z.object({ caseId: lookupId, decision, reason: adminReason });

const person = z.object({ id: z.string(), email: z.string(), displayName: z.string() });

/** All reports on one target until it is decided. Decisions can be undone until `undoableUntil`. */
export const caseView = z.object({
  id: z.string(),
  targetType,
  targetId: z.string(),
  status: z.enum(['open', 'decided']),
  /** Distinct people who reported it; 0 where the server itself holds a review for a moderator. */
  reporterCount: z.number(),
  /** How many of these reports count toward hiding a listing; 0 for other targets. */
  reportsWithWeight: z.number(),
  /** The newest five. `evidence` is what the reporter saw at the time. */
  reports: z.array(
    z.object({
      id: z.string(),
      reason: z.string(),
      comment: z.string().nullable(),
      evidence: z.record(z.string(), z.unknown()).nullable(),
      /** Null when the account is gone. */
      reporter: person.nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** The target as it is now. */
  target: z.object({
    title: z.string(),
    text: z.string(),
    image: z.string().nullable(),
    /** Where it can be seen in the site; null when it is gone or private. */
    path: z.string().nullable(),
    /** Who is responsible for it; null when the account is gone. */
    owner: person.nullable(),
    /** Such as 'active', 'hidden', 'flagged', 'held', 'deleted', 'deactivated'. */
    state: z.string(),
  }),
  claimedBy: person.nullable(),
  claimedAt: z.iso.datetime().nullable(),
  decision: decision.nullable(),
  reason: z.string().nullable(),
  decidedBy: person.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  undoableUntil: z.iso.datetime().nullable(),
  /** What was decided before on what the same person is responsible for: the newest five. */
  earlier: z.array(
    z.object({
      caseId: z.string(),
      targetType,
      decision,
      reason: z.string().nullable(),
      decidedBy: person.nullable(),
      decidedAt: z.iso.datetime(),
    }),
  ),
  createdAt: z.iso.datetime(),
  lastReportAt: z.iso.datetime(),
});

export const casePage = pageOf(caseView);

export type CaseView = z.output<typeof caseView>;
export type Decision = z.output<typeof decision>;
