import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { decisions, reportTargetTypes } from '../moderation/constants.ts';
import { maxSuspensionDays } from '../moderation/suspension.ts';
import { storableText } from '../storable-text.ts';
import { noteMaxLength, templateNameMaxLength } from './constants.ts';
import { adminPersonView, adminReason, adminUserView, auditEntryView } from './schemas.ts';

const daysText = `Choose 1 to ${maxSuspensionDays} days.`;

/** The suspended person reads `reason`. `guideline` is the number of a community guideline. */
export const suspendInput = z.object({
  id: lookupId,
  days: z.int(daysText).min(1, daysText).max(maxSuspensionDays, daysText),
  reason: adminReason,
  guideline: z.int().min(1).max(99).optional(),
});
export const endSuspensionInput = z.object({ id: lookupId, reason: adminReason });

/** Admins read notes, and the person gets them in an export of their data. */
export const addNoteInput = z.object({
  id: lookupId,
  text: storableText('Enter a note.')
    .trim()
    .min(1, 'Enter a note.')
    .max(noteMaxLength, `A note can have up to ${noteMaxLength} characters.`),
  clientId: creationId,
});

const templateView = z.object({ id: z.string(), name: z.string(), text: z.string() });
export const templatesView = z.object({ items: z.array(templateView) });

/** Without an `id`, the template is new. */
export const saveTemplateInput = z.object({
  id: lookupId.optional(),
  name: storableText('Enter a name.')
    .trim()
    .min(1, 'Enter a name.')
    .max(templateNameMaxLength, `A name can have up to ${templateNameMaxLength} characters.`),
  text: adminReason,
});
export const removeTemplateInput = z.object({ id: lookupId });

export const noteView = z.object({
  id: z.string(),
  text: z.string(),
  /** Null if the account was deleted. */
  author: adminPersonView.nullable(),
  createdAt: z.iso.datetime(),
});

export const listingStates = ['active', 'sold', 'ended', 'hidden'] as const;

/** What linked accounts have in common. */
export const linkShares = ['mailbox', 'browser', 'network'] as const;

/** A case that collects reports. `id` is that of the case. */
const reportedCase = z.object({
  id: z.string(),
  targetType: z.enum(reportTargetTypes),
  decision: z.enum(decisions).nullable(),
  lastReportAt: z.iso.datetime(),
});

/** `upheld` counts cases that ended in an action, and `dismissed` those that did not. */
const reportsView = z.object({
  open: z.number(),
  upheld: z.number(),
  dismissed: z.number(),
  newest: z.array(reportedCase),
});

/** What admins see about one person. Lists hold the newest few entries. */
export const personView = z.object({
  user: adminUserView.extend({
    /** From 0, a new account, to 3, a trusted neighbor. */
    standing: z.number(),
    /** The levels that an admin added or removed, and why; 0 and null without an adjustment. */
    standingAdjustment: z.number(),
    standingReason: z.string().nullable(),
    mailboxBanned: z.boolean(),
  }),
  listings: z.object({
    counts: z.record(z.enum(listingStates), z.number()),
    newest: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        price: z.string(),
        state: z.enum(listingStates),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
  /** `answered` counts those of the opened conversations in which the other person wrote. */
  conversations: z.object({ opened: z.number(), answered: z.number(), blockedBy: z.number() }),
  reportsBy: reportsView,
  reportsAbout: reportsView,
  warnings: z.number(),
  decisions: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      targetType: z.string(),
      targetId: z.string(),
      guideline: z.number().nullable(),
      reason: z.string().nullable(),
      /** Null if the server decided. */
      decidedBy: adminPersonView.nullable(),
      createdAt: z.iso.datetime(),
      reversedAt: z.iso.datetime().nullable(),
    }),
  ),
  audit: z.array(auditEntryView),
  notes: z.array(noteView),
  /** The accounts with the strongest links to this one, strongest first. */
  linked: z.array(
    adminPersonView.extend({
      standing: z.number(),
      isActive: z.boolean(),
      shares: z.array(z.enum(linkShares)),
    }),
  ),
  /** Where the person signed in and from where they wrote. A trace is the start of a keyed hash. */
  traces: z.array(
    z.object({
      kind: z.enum(['session', 'device', 'mailbox', 'network', 'browser']),
      /** The browser of a session or device, or the rough address of a network. */
      label: z.string().nullable(),
      trace: z.string().nullable(),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
});

export type Person = z.output<typeof personView>;
export type PersonNote = z.output<typeof noteView>;
export type ReasonTemplate = z.output<typeof templateView>;
