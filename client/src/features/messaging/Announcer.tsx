import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from './use-history.ts';

interface Props {
  messages: ChatMessage[] | undefined;
  me: string;
  name: string;
}

/** Reads out what the other person writes while the chat is open, and none of what was loaded. */
export function Announcer({ messages, me, name }: Props) {
  const [spoken, setSpoken] = useState<ChatMessage[]>([]);
  const heard = useRef<number | null>(null);
  useEffect(() => {
    if (!messages) return;
    const known = heard.current;
    const fresh = messages.filter(({ senderId, seq }) => senderId !== me && seq !== null);
    heard.current = fresh.at(-1)?.seq ?? 0;
    if (known === null) return;
    const unheard = fresh.filter(({ seq }) => seq !== null && seq > known);
    if (unheard.length > 0) setSpoken(unheard);
  }, [messages, me]);
  return (
    <VisuallyHidden aria-live="polite" role="log">
      {/* New elements are read out, also where their words are the same as before. */}
      {spoken.map(({ key, content }) => (
        <p key={key}>{`${name}: ${content}`}</p>
      ))}
    </VisuallyHidden>
  );
}
