import { useCallback, useRef } from 'react';
import { trpc } from '../../api/trpc.ts';

/** At most one sign of typing in so many ms; each lasts for five seconds. */
const pace = 3_000;

/** Gives a function to call at each change of what is typed, which tells the other person of it. */
export function useTypingSign(conversationId: string): (content: string) => void {
  const { client } = trpc.useUtils();
  const told = useRef(0);
  return useCallback(
    (content: string) => {
      // What is written after sending is typing again, and to be told at once.
      if (content === '') told.current = 0;
      if (content === '' || Date.now() - told.current < pace) return;
      told.current = Date.now();
      // Nobody misses a sign that got lost.
      client.messaging.setTyping.mutate({ conversationId }).catch(() => undefined);
    },
    [client, conversationId],
  );
}
