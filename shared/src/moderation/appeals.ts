import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { storableText } from '../storable-text.ts';
import {
  appealMaxLength,
  appealMinLength,
  appealOutcomes,
  decisionKinds,
  reportTargetTypes,
} from './constants.ts';

export const decisionsInput = pageInput(20);

const lengthText = `Write ${appealMinLength} to ${appealMaxLength} characters.`;

const appealText = storableText(lengthText)
  .trim()
  .min(appealMinLength, lengthText)
  .max(appealMaxLength, lengthText);

export const appealInput = z.object({
  decisionId: lookupId,
  text: appealText,
  clientId: creationId,
});

/** `token` is from the link in the email to someone who cannot sign in. */
export const decisionLinkInput = z.object({ token: z.string().max(1000) });
export const appealByLinkInput = decisionLinkInput.extend({ text: appealText });

/** A decision about the caller's content or account. */
export const decisionView = z.object({
  id: z.string(),
  kind: z.enum(decisionKinds),
  /** What the decision is about. `path` is null if it is gone. */
  target: z.object({
    type: z.enum(reportTargetTypes),
    title: z.string(),
    image: z.string().nullable(),
    path: z.string().nullable(),
  }),
  /** The community rule, by its number in the guidelines. */
  guideline: z.object({ number: z.number(), title: z.string() }).nullable(),
  /** The name of the screening rule. */
  rule: z.string().nullable(),
  passage: z.string().nullable(),
  reason: z.string().nullable(),
  /** What to change. */
  advice: z.string().nullable(),
  /** True if no person decided. */
  automatic: z.boolean(),
  createdAt: z.iso.datetime(),
  /** When the decision ended, by an appeal or otherwise. */
  reversedAt: z.iso.datetime().nullable(),
  appeal: z
    .object({
      text: z.string(),
      state: z.enum(['open', ...appealOutcomes]),
      /** The admin's answer. */
      answer: z.string().nullable(),
      createdAt: z.iso.datetime(),
    })
    .nullable(),
  canAppeal: z.boolean(),
  /** True for a listing that its seller can fix and send again. */
  canResubmit: z.boolean(),
});

export const decisionPage = pageOf(decisionView);

export type DecisionView = z.output<typeof decisionView>;
