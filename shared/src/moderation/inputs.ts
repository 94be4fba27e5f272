import * as z from 'zod';
import { lookupId } from '../ids.ts';
import { storableText } from '../text.ts';
import {
  type ReportReason,
  reportCommentMaxLength,
  reportReasons,
  reportTargetTypes,
} from './constants.ts';

const reasons = reportReasons.map(({ value }) => value) as [ReportReason, ...ReportReason[]];

export const reportInput = z.object({
  targetType: z.enum(reportTargetTypes, 'This cannot be reported.'),
  targetId: lookupId,
  reason: z.enum(reasons, 'Please choose a reason.'),
  comment: storableText()
    .trim()
    .max(reportCommentMaxLength, `A comment has at most ${reportCommentMaxLength} characters.`)
    .optional(),
});

/** The report, made now or before. */
export const reportedView = z.object({ id: z.string() });
