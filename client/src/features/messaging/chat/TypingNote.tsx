import { VisuallyHidden } from '@mantine/core';
import { useIsTyping } from '../live/presence-store.ts';
import classes from './TypingNote.module.css';

/** Three dots in a bubble while the other person types. */
export function TypingBubble() {
  return (
    <div className={classes.bubble} aria-hidden>
      <span />
      <span />
      <span />
    </div>
  );
}

/** Says once for each time they begin that somebody types. */
export function TypingAnnouncer({
  conversationId,
  name,
}: {
  conversationId: string;
  name: string;
}) {
  const isTyping = useIsTyping(conversationId);
  return <VisuallyHidden component="output">{isTyping ? `${name} is typing` : ''}</VisuallyHidden>;
}
