import { ActionIcon, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { isolated } from '@marketplace/shared/direction';
import { visibleText } from '@marketplace/shared/plain-text';
import { trpc } from '../../../api/trpc.ts';
import { IconArrowUp } from '../../../ui/icons/page-icons.tsx';
import { AddPhotos, ComposerPhotos } from './ComposerPhotos.tsx';
import { useComposerPhotos } from './use-composer-photos.ts';
import classes from './Composer.module.css';

/** The number of characters from which on the room left is shown. */
const counterFrom = messageMaxLength - 400;

interface Props {
  conversationId: string;
  name: string;
  onSend: (content: string) => void;
}

/** Where a message is written: Enter sends, Shift and Enter begin a new line. Photos go before the text. */
export function Composer({ conversationId, name, onSend }: Props) {
  const [text, setText] = useDraft(conversationId);
  const field = useRef<HTMLTextAreaElement>(null);
  const showTyping = useTypingSign(conversationId);
  const photos = useComposerPhotos(conversationId);
  useEffect(() => {
    // On a touch screen the keyboard would cover the chat that was just opened.
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, []);
  const content = visibleText(text).trim();
  const left = messageMaxLength - content.length;
  const canSend = (content !== '' || photos.count > 0) && left >= 0 && !photos.isSending;

  const change = (next: string) => {
    setText(next);
    showTyping(next.trim());
  };
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!canSend) return;
    const sendText = () => {
      if (content !== '') onSend(content);
      change('');
    };
    if (photos.count === 0) sendText();
    else void photos.send().then((isSent) => isSent && sendText());
  };
  return (
    <form
      className={classes.composer}
      data-dropping={photos.isDropping || undefined}
      onSubmit={submit}
    >
      <ComposerPhotos draft={photos.draft} />
      <Textarea
        classNames={{ input: classes.input, section: classes.section }}
        aria-label={`Message ${isolated(name)}`}
        placeholder="Write a message"
        autosize
        minRows={1}
        maxRows={6}
        value={text}
        error={left < 0}
        enterKeyHint="send"
        ref={field}
        readOnly={photos.isSending}
        leftSectionWidth={52}
        leftSectionPointerEvents="all"
        leftSection={<AddPhotos onFiles={photos.add} isFull={photos.isFull} />}
        rightSectionWidth={52}
        rightSectionPointerEvents="all"
        rightSection={
          <ActionIcon
            type="submit"
            className={classes.send}
            size={36}
            radius="50%"
            aria-label="Send"
            title={canSend || left < 0 ? 'Send' : 'Enter a message first'}
            disabled={!canSend}
            loading={photos.isSending}
          >
            <IconArrowUp size={20} stroke={2.25} />
          </ActionIcon>
        }
        onChange={(event) => change(event.currentTarget.value)}
        onPaste={(event) => {
          const { files, types } = event.clipboardData;
          // Office programs put a picture of a text beside it.
          if (files.length === 0 || types.includes('text/plain')) return;
          event.preventDefault();
          photos.add([...files]);
        }}
        onKeyDown={(event) => {
          const isEnter = event.key === 'Enter' && !event.shiftKey;
          if (isEnter && !endsComposition(event)) submit(event);
        }}
      />
      <RoomLeft left={left} />
    </form>
  );
}

/** Near the limit it shows how many characters are left. */
function RoomLeft({ left }: { left: number }) {
  return (
    <>
      {left <= messageMaxLength - counterFrom && (
        <Text
          aria-hidden
          className="numbers"
          pos="absolute"
          top={-14}
          right={24}
          px={8}
          bdrs={8}
          bg="var(--surface)"
          c={left < 0 ? 'var(--mantine-color-error)' : 'dimmed'}
          fz="0.75rem"
          fw={left < 0 ? 600 : undefined}
        >
          {left >= 0 ? `${left} left` : `${-left} too many`}
        </Text>
      )}
      {/* Not after each letter. */}
      <VisuallyHidden component="output">{spokenRoom(left)}</VisuallyHidden>
    </>
  );
}

/** Safari ends the composition before this event, and marks it by its key code alone. */
function endsComposition({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}

/** The unsent text of a conversation in this tab, and how to change it. */
export function useDraft(conversationId: string): [string, (text: string) => void] {
  const [text = '', save, remove] = useSessionStorage<string | undefined>({
    key: `message-draft:${conversationId}`,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value,
  });
  return [text, (next) => (next ? save(next) : remove())];
}

/** The other person sees each sign of typing for five seconds; at most one is sent in this many ms. */
const typingPaceMs = 3_000;

/** Returns a function to call with each change of the text, which shows the other person a typing sign. */
function useTypingSign(conversationId: string): (content: string) => void {
  const { client } = trpc.useUtils();
  const sentAt = useRef(0);
  return (content) => {
    // After a message was sent, typing starts again and shows at once.
    if (content === '') sentAt.current = 0;
    if (content === '' || Date.now() - sentAt.current < typingPaceMs) return;
    sentAt.current = Date.now();
    // A lost sign does no harm.
    client.messaging.setTyping.mutate({ conversationId }).catch(() => undefined);
  };
}

function spokenRoom(left: number): string {
  if (left < 0) return 'Your message is too long';
  return left > messageMaxLength - counterFrom
    ? ''
    : `Under ${Math.ceil((left + 1) / 100) * 100} characters left`;
}
