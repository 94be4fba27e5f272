import { ActionIcon, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { isolated } from '@marketplace/shared/direction';
import { visibleText } from '@marketplace/shared/plain-text';
import { trpc } from '../../../api/trpc.ts';
import { IconArrowUp } from '../../../ui/icons/page-icons.tsx';
import { pastedFiles } from '../../uploads/use-incoming-files.ts';
import { AddPhotos, ComposerPhotos } from './ComposerPhotos.tsx';
import { useComposerPhotos } from './use-composer-photos.ts';
import classes from './Composer.module.css';

/** From this length on, the composer shows how many characters are left. */
const counterFrom = messageMaxLength - 400;

interface Props {
  conversationId: string;
  name: string;
  onSend: (content: string) => void;
}

/** The form that writes a message. Enter sends, Shift+Enter adds a line. Photos go before text. */
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
          const files = pastedFiles(event.clipboardData);
          if (files.length === 0) return;
          event.preventDefault();
          photos.add(files);
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

/** Shows how many characters are left when the text is near the limit. */
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
      {/* Announced in steps of 100 characters, not after each letter. */}
      <VisuallyHidden component="output">{spokenRoom(left)}</VisuallyHidden>
    </>
  );
}

/** Returns true for an Enter that ends an IME composition. Safari marks it by key code 229 only. */
function endsComposition({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}

/** Returns the unsent text of a conversation in this tab, and its setter. */
export function useDraft(conversationId: string): [string, (text: string) => void] {
  const [text = '', save, remove] = useSessionStorage<string | undefined>({
    key: `message-draft:${conversationId}`,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value,
  });
  return [text, (next) => (next ? save(next) : remove())];
}

/** The minimum time between two typing signs, in ms. Each sign is visible for 5 seconds. */
const typingPaceMs = 3_000;

/** Returns a function that sends a typing sign. Call it with the text after each change. */
function useTypingSign(conversationId: string): (content: string) => void {
  const { client } = trpc.useUtils();
  const sentAt = useRef(0);
  return (content) => {
    // The text is empty after a message was sent. The next letter then sends a sign at once.
    if (content === '') sentAt.current = 0;
    if (content === '' || Date.now() - sentAt.current < typingPaceMs) return;
    sentAt.current = Date.now();
    // A lost typing sign does no harm.
    client.messaging.setTyping.mutate({ conversationId }).catch(() => undefined);
  };
}

function spokenRoom(left: number): string {
  if (left < 0) return 'Your message is too long';
  return left > messageMaxLength - counterFrom
    ? ''
    : `Under ${Math.ceil((left + 1) / 100) * 100} characters left`;
}
