import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import { AppError } from '../../errors.ts';
import type { MailContext } from '../admin/action-mail.ts';
import type { Outcome } from '../admin/outcome.ts';
import type { ConversationSide } from '../messaging/other-sides.ts';
import type { ListingStep } from './listing-decisions.ts';
import type { MessageStep } from './message-decisions.ts';
import type { AccountStep, WarningStep } from './owner-decisions.ts';
import type { PublishStep, ReviewStep } from './review-decisions.ts';
import type { Rewritten, Told } from './tell.ts';

/** A decision, or its end, that is being carried out: the case and its target are locked. */
export interface Deciding {
  trx: Db;
  mail: MailContext;
  actorId: string;
  caseId: string;
  targetId: string;
  /** Who is responsible for the target; undefined where nobody is left. */
  owner: Owner | undefined;
  /** The target as its owner is told of it, such as 'your review'. */
  about: string;
}

/** A decision with why. */
export interface Decided extends Deciding {
  decision: Decision;
  reason: string;
}

interface Owner {
  id: string;
  email: string;
}

/** What a decision did, as far as undoing it needs to know. */
export type Step = ListingStep | MessageStep | ReviewStep | PublishStep | AccountStep | WarningStep;

/** What was done, or undone, and what is to be told of it. */
export interface Done {
  steps: Step[];
  news: Told[];
  rewritten?: Rewritten;
  /** Conversations that open pages fetch anew. */
  changed: ConversationSide[];
  outcome: Pick<Partial<Outcome>, 'sessionIds' | 'news'>;
}

/** Nothing done but this. */
export function done(what: Partial<Done> = {}): Done {
  return { steps: [], news: [], changed: [], outcome: {}, ...what };
}

/** One thing done after the other. */
export function both(first: Done, second: Done): Done {
  const rewritten = first.rewritten ?? second.rewritten;
  return {
    steps: [...first.steps, ...second.steps],
    news: [...first.news, ...second.news],
    ...(rewritten ? { rewritten } : {}),
    changed: [...first.changed, ...second.changed],
    outcome: {
      sessionIds: [...(first.outcome.sessionIds ?? []), ...(second.outcome.sessionIds ?? [])],
      news: [...(first.outcome.news ?? []), ...(second.outcome.news ?? [])],
    },
  };
}

/** The owner, for what needs one. Throws CONFLICT where nobody is left. */
export function ownerOf({ owner }: Deciding): Owner {
  if (!owner) throw new AppError('CONFLICT', 'This person has left.');
  return owner;
}
