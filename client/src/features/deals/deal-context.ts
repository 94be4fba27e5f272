import { createContext, type RefObject, use } from 'react';
import type { DealView } from '@marketplace/shared/deals/views';
import type { ConversationView } from '@marketplace/shared/messaging/views';
import type { Step, Viewer } from './deal-state.ts';
import type { DealAction } from './use-deal-actions.ts';

interface Deal {
  conversation: ConversationView;
  /** Undefined while loading. */
  deal: DealView | undefined;
  viewer: Viewer;
  /** The step under way, if any. */
  running: { action: DealAction; id: string } | null;
  take: (step: Step) => void;
  /** Gets the focus when a step removes the button that had it. */
  bar: RefObject<HTMLElement | null>;
}

export const DealContext = createContext<Deal | null>(null);

/** Returns the deal of the surrounding chat. */
export function useDeal(): Deal {
  const deal = use(DealContext);
  if (!deal) throw new Error('useDeal is used outside its provider');
  return deal;
}
