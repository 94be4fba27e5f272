import { VisuallyHidden } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DealView } from '@marketplace/shared/deals/views';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../api/trpc.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMinute } from '../../ui/time/use-today.ts';
import { type DealDialog, noShowOf, type Step, type Viewer } from './deal-state.ts';
import { type Act, useActs } from './use-acts.ts';

const DealDialogs = lazyPart(async () => (await import('./dialogs/DealDialogs.tsx')).DealDialogs);

interface Deal {
  conversation: ConversationView;
  /** Undefined until it is loaded. */
  deal: DealView | undefined;
  viewer: Viewer;
  /** The step that is being done, if any. */
  acting: { act: Act; id: string } | null;
  take: (step: Step) => void;
  /** Where the focus goes when a step takes its button away. */
  bar: RefObject<HTMLElement | null>;
}

const DealContext = createContext<Deal | null>(null);

/** The deal of the chat around. */
export function useDeal(): Deal {
  const deal = use(DealContext);
  if (!deal) throw new Error('useDeal is used outside its provider');
  return deal;
}

interface Props {
  conversation: ConversationView;
  me: string;
  /** Shows a message that a step has stored, without waiting for its event. */
  onStored: (message: MessageView) => void;
  children: ReactNode;
}

/** What the timeline and the bar of a chat know of its deal, and the dialogs of its steps. */
export function DealProvider({ conversation, me, onStored, children }: Props) {
  const { id: conversationId, listingId, isSeller, otherParticipants } = conversation;
  // The first name: lines and buttons are short.
  const name = isolated(otherParticipants[0]?.displayName.split(' ')[0] ?? 'User');
  const { deals } = trpc.useUtils();
  const { data: deal } = trpc.deals.forConversation.useQuery({ conversationId });
  const now = useMinute();
  const [dialog, setDialog] = useState<DealDialog | null>(null);
  const [opened, setOpened] = useState(false);
  const [said, setSaid] = useState('');
  const bar = useRef<HTMLElement>(null);
  const hasStepped = useRef(false);

  const onDone = useCallback(
    (done: string, result: unknown) => {
      setSaid(done);
      const message = messageOf(result);
      if (message) onStored(message);
      hasStepped.current = true;
      void deals.invalidate();
    },
    [onStored, deals],
  );
  const { act, acting } = useActs({ listingId, onDone });
  useEffect(() => {
    // The button of a step goes with it, in this rendering or a later one.
    if (!hasStepped.current || !document.activeElement?.matches('body, main')) return;
    hasStepped.current = false;
    bar.current?.focus({ preventScroll: true });
  });

  const take = useCallback(
    (step: Step) => {
      hasStepped.current = false;
      setSaid('');
      if ('act' in step) return act(step.act, step.id);
      setDialog(step.dialog);
      setOpened(true);
    },
    [act],
  );
  const value = useMemo(() => {
    const viewer = { me, name, isSeller, now };
    return { conversation, deal, viewer, acting, take, bar };
  }, [conversation, deal, me, name, isSeller, now, acting, take]);
  const noShow = deal && noShowOf(deal, { me, name, isSeller, now });
  return (
    <DealContext value={value}>
      {children}
      <VisuallyHidden component="output">{said}</VisuallyHidden>
      {dialog && (
        <DealDialogs
          key={JSON.stringify(dialog)}
          dialog={dialog}
          conversation={conversation}
          name={name}
          opened={opened}
          onClose={() => setOpened(false)}
          noShow={
            noShow
              ? {
                  label: noShow.label,
                  onClick: () => {
                    setOpened(false);
                    take(noShow);
                  },
                }
              : null
          }
          onDone={(done, result) => {
            setOpened(false);
            onDone(done, result);
          }}
        />
      )}
    </DealContext>
  );
}

/** The message of a step, if the server's answer has one. */
function messageOf(result: unknown): MessageView | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  if ('message' in result) return result.message as MessageView;
  return 'seq' in result ? (result as MessageView) : undefined;
}
