import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings, Reviews } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import type { Effects, MessageBody } from './effects.ts';

/** The arguments of a decision's actions and of their undo. The case and its target are locked. */
export interface CaseActionContext {
  trx: Db;
  ctx: Pick<AppContext, 'secrets' | 'config'>;
  actorId: string;
  caseId: string;
  targetId: string;
  /** The target's state as in `CaseView`; undefined if no trace of the target is left. */
  state: string | undefined;
  /** The user responsible for the target, who gets the reason; undefined if deleted or unknown. */
  owner: { id: string; email: string } | undefined;
  /** The target in words for its owner, for example 'your review'. */
  about: string;
  /** The admin's reason; null when undoing. */
  reason: string | null;
}

/** The reason and the number of the community rule that an admin gave for an action. */
export interface ExplainedAction {
  reason?: string | null | undefined;
  guideline?: number | undefined;
}

export type CaseAction = (context: CaseActionContext) => Promise<ActionResult>;

/** `steps` undo the action. */
export type ActionResult = Effects & { steps?: Step[] };

/** The data that undoing needs, by kind of step. Times are ISO strings, hashes are hexadecimal. */
export interface StepData {
  listing: { listingId: string; before: ListingState; after: ListingState };
  /** `entry` is absent in steps that were stored before messages had kinds. */
  message: { messageId: string; content: string; entry?: Omit<MessageBody, 'content'> };
  review: { review: AsJson<Selectable<Reviews>> };
  publish: { reviewId: string };
  account: { userId: string };
  warning: { userId: string };
  suspension: { userId: string; until: string };
}

/** A step as it is stored with its case. */
export type Step = { [Kind in keyof StepData]: { kind: Kind } & StepData[Kind] }[keyof StepData];

type AsJson<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | Buffer | null
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

export type ListingState = AsJson<
  Pick<
    Selectable<Listings>,
    'isActive' | 'flagReason' | 'flaggedAt' | 'hiddenByReportsAt' | 'heldAt' | 'deletedAt'
  >
>;

/** Emails and notifies the owner, if their account still exists. */
export function notifyOwner(
  { owner, about, caseId, reason }: CaseActionContext,
  what: 'warned' | 'withdrawn' | 'removed' | 'restored',
): Effects {
  if (!owner) return {};
  const data = { about: about.charAt(0).toUpperCase() + about.slice(1), reason, what };
  return {
    mails: [{ to: owner.email, subject: what, title: about, reason }],
    notifications: [{ userId: owner.id, groupKey: `case:${caseId}`, type: 'warning', data }],
  };
}
