import type { Selectable } from 'kysely';
import type { Db } from '@marketplace/db/database';
import type { Listings, Reviews } from '@marketplace/db/types.generated';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../errors.ts';
import type { Effects, MessageBody } from './effects.ts';

/** A decision on a case, or its undoing, under way: the case and its target are locked. */
export interface CaseActionContext {
  trx: Db;
  ctx: Pick<AppContext, 'secrets' | 'config'>;
  actorId: string;
  caseId: string;
  targetId: string;
  /** Of the target, as in `CaseView`; undefined if there is no trace of it. */
  state: string | undefined;
  /** The user responsible for the target, who receives the reason; undefined once deleted. */
  owner: { id: string; email: string } | undefined;
  /** The target as its owner reads of it, such as 'your review'. */
  about: string;
  /** Null when undoing. */
  reason: string | null;
}

export type CaseAction = (context: CaseActionContext) => Promise<ActionResult>;

/** What an action on a case did. */
export interface ActionResult extends Effects {
  /** What undoing it needs to know. */
  steps?: Step[];
}

/** What undoing needs to know, by the kind of step. Times are ISO strings, hashes hexadecimal. */
export interface StepData {
  listing: { listingId: string; before: ListingState; after: ListingState };
  /** `entry` is absent in steps of texts from before there were others. */
  message: { messageId: string; content: string; entry?: Omit<MessageBody, 'content'> };
  /** A review that was removed. */
  review: { review: AsJson<Selectable<Reviews>> };
  /** A held review that was published. */
  publish: { reviewId: string };
  /** An account that was deactivated. */
  account: { userId: string };
  warning: { userId: string };
}

/** A step as it is stored with its case. */
export type Step = {
  [Kind in keyof StepData]: { kind: Kind } & StepData[Kind];
}[keyof StepData];

/** A row as JSON. */
type AsJson<Row> = {
  [Column in keyof Row]: Row[Column] extends Date | Buffer | null
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

export type ListingState = AsJson<
  Pick<
    Selectable<Listings>,
    'isActive' | 'flagReason' | 'flaggedAt' | 'hiddenByReportsAt' | 'deletedAt'
  >
>;

/** The owner's id. Throws CONFLICT for a deleted owner. */
export function ownerIdOf({ owner }: CaseActionContext): string {
  if (!owner) throw new AppError('CONFLICT', 'This person has left the marketplace.');
  return owner.id;
}

/** Mails the owner, if any, and puts the same into their notification center. */
export function notifyOwner(
  { owner, about, caseId, reason }: CaseActionContext,
  what: 'warned' | 'withdrawn' | 'removed' | 'restored',
): Effects {
  if (!owner) return {};
  const sentence = about.charAt(0).toUpperCase() + about.slice(1);
  return {
    mails: [{ to: owner.email, subject: what, title: about, reason }],
    notifications: [
      {
        userId: owner.id,
        groupKey: `case:${caseId}`,
        type: 'warning',
        data: { about: sentence, reason, what },
      },
    ],
  };
}
