import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ConversationView, MessageView } from '@marketplace/shared/messaging/views';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../api/trpc.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMinute } from '../../ui/time/use-today.ts';
import { DealContext } from './deal-context.ts';
import type { DealDialog, Step } from './deal-state.ts';
import { useDealActions } from './use-deal-actions.ts';

const DealDialogs = lazyPart(async () => (await import('./dialogs/DealDialogs.tsx')).DealDialogs);

interface Props {
  conversation: ConversationView;
  me: string;
  /** Called with the message that a step has stored, which shows it before its event arrives. */
  onStored: (message: MessageView) => void;
  children: ReactNode;
}

/** Provides the deal of a chat to its timeline and bar, and shows the dialogs of its steps. */
export function DealProvider({ conversation, me, onStored, children }: Props) {
  const { id: conversationId, listingId, isSeller, otherParticipants } = conversation;
  // Only the first name, since lines and buttons are short.
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
  const { run, running } = useDealActions(listingId, onDone);
  useEffect(() => {
    // The button of a finished step disappears in this render or a later one.
    if (!hasStepped.current || !document.activeElement?.matches('body, main')) return;
    hasStepped.current = false;
    bar.current?.focus({ preventScroll: true });
  });

  const take = useCallback(
    (step: Step) => {
      hasStepped.current = false;
      setSaid('');
      if ('action' in step) return run(step.action, step.id);
      setDialog(step.dialog);
      setOpened(true);
    },
    [run],
  );
  const value = useMemo(() => {
    const viewer = { me, name, isSeller, now };
    return { conversation, deal, viewer, running, take, bar };
  }, [conversation, deal, me, name, isSeller, now, running, take]);
  return (
    <DealContext value={value}>
      {children}
      <VisuallyHidden component="output">{said}</VisuallyHidden>
      {dialog && (
        <DealDialogs
          key={JSON.stringify(dialog)}
          dialog={dialog}
          opened={opened}
          onClose={() => setOpened(false)}
          onDone={(done, result) => {
            setOpened(false);
            onDone(done, result);
          }}
        />
      )}
    </DealContext>
  );
}

/** Returns the message of a step, if the server's answer contains one. */
function messageOf(result: unknown): MessageView | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  if ('message' in result) return result.message as MessageView;
  return 'seq' in result ? (result as MessageView) : undefined;
}
