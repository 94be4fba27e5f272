import { ActionIcon, Textarea } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
  useCallback,
} from 'react';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { trpc } from '../../../api/trpc.ts';
import classes from './Composer.module.css';
import { readDraft, writeDraft } from './drafts.ts';

/** The number of characters from which on the room left is shown. */
const counterFrom = messageMaxLength - 400;

interface Props {
  conversationId: string;
  name: string;
  onSend: (content: string) => void;
}

/** Where a message is written: Enter sends, Shift and Enter begin a new line. */
export function Composer({ conversationId, name, onSend }: Props) {
  const [text, setText] = useState(() => readDraft(conversationId));
  const field = useRef<HTMLTextAreaElement>(null);
  const tellTyping = useTypingSign(conversationId);
  useEffect(() => {
    // On a touch screen the keyboard would cover the chat that was just opened.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const content = text.trim();
  const left = messageMaxLength - content.length;
  const canSend = content !== '' && left >= 0;

  const change = (next: string) => {
    setText(next);
    writeDraft(conversationId, next);
    tellTyping(next.trim());
  };
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    onSend(content);
    change('');
  };
  return (
    <form className={classes.composer} onSubmit={submit}>
      <Textarea
        className={classes.field}
        classNames={{ input: classes.input }}
        aria-label={`Message ${name}`}
        placeholder="Write a message"
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        error={left < 0}
        enterKeyHint="send"
        ref={field}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && !event.shiftKey;
          if (isEnter && !endsComposition(event)) submit(event);
        }}
      />
      {content.length >= counterFrom && (
        <output className={classes.counter} data-over={left < 0 || undefined}>
          {left >= 0 ? `${left} left` : `${-left} too many`}
        </output>
      )}
      <ActionIcon
        type="submit"
        className={classes.send}
        size={36}
        radius="50%"
        aria-label="Send"
        title={content === '' ? 'Write a message first' : 'Send'}
        disabled={!canSend}
      >
        <IconArrowUp size={20} stroke={2.25} />
      </ActionIcon>
    </form>
  );
}

/** Safari ends the composition before this event, and marks it by its key code alone. */
function endsComposition({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}

/** At most one sign of typing in so many ms; each lasts for five seconds. */
const pace = 3_000;

/** Returns a function to call at each change of the text, which shows the other person a typing sign. */
function useTypingSign(conversationId: string): (content: string) => void {
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
