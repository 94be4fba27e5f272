import type { Db } from '@marketplace/db/database';
import type { Decision } from '@marketplace/shared/moderation/case-views';
import { AppError } from '../../errors.ts';
import type { MailContext } from '../admin/action-mail.ts';
import type { Effects } from '../admin/effects.ts';
import type { ConversationParticipant } from '../messaging/counterpart-participants.ts';
import type { ListingStep } from './listing-decisions.ts';
import type { MessageStep } from './message-decisions.ts';
import type { AccountStep, WarningStep } from './owner-decisions.ts';
import type { PublishStep, ReviewStep } from './review-decisions.ts';
import type { Rewritten, NotificationDraft } from './notify-users.ts';

/** A decision, or its end, that is being carried out: the case and its target are locked. */
export interface CaseActionContext {
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
export interface DecisionContext extends CaseActionContext {
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
export interface ActionResult {
  steps: Step[];
  news: NotificationDraft[];
  rewritten?: Rewritten;
  /** Conversations that open pages fetch anew. */
  changed: ConversationParticipant[];
  effects: Pick<Partial<Effects>, 'sessionIds' | 'news'>;
}

/** Nothing done but this. */
export function actionResult(what: Partial<ActionResult> = {}): ActionResult {
  return { steps: [], news: [], changed: [], effects: {}, ...what };
}

/** One thing done after the other. */
export function combine(first: ActionResult, second: ActionResult): ActionResult {
  const rewritten = first.rewritten ?? second.rewritten;
  return {
    steps: [...first.steps, ...second.steps],
    news: [...first.news, ...second.news],
    ...(rewritten ? { rewritten } : {}),
    changed: [...first.changed, ...second.changed],
    effects: {
      sessionIds: [...(first.effects.sessionIds ?? []), ...(second.effects.sessionIds ?? [])],
      news: [...(first.effects.news ?? []), ...(second.effects.news ?? [])],
    },
  };
}

/** The owner, for what needs one. Throws CONFLICT where nobody is left. */
export function ownerOf({ owner }: CaseActionContext): Owner {
  if (!owner) throw new AppError('CONFLICT', 'This person has left.');
  return owner;
}
