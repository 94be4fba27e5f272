import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListingView } from '@marketplace/shared/listings/views';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { isolated } from '@marketplace/shared/direction';
import { visibleText } from '@marketplace/shared/plain-text';
import { texts } from '@marketplace/shared/texts';
import { newId } from '../../../api/use-client-id.ts';
import { focusStep } from '../../../ui/focus-step.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Introduction } from '../../auth/use-introduction.ts';

const IntroductionRow = lazyPart(
  async () => (await import('../../auth/Introduction.tsx')).IntroductionRow,
);

/** An unsent message. Every attempt to send this text has the same `clientId`. */
interface Draft {
  text: string;
  clientId: string;
}

/** Stores the message in this tab until it is sent, so that it survives failures and reloads. */
export function useDraft(listing: ListingView) {
  return useSessionStorage<Draft>({
    key: `contact-draft:${listing.id}`,
    defaultValue: { text: '', clientId: '' },
    getInitialValueInEffect: false,
  });
}

interface Props {
  listing: ListingView;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  /** Asks a new user for their name as well; null for others. */
  introduction: Introduction | null;
  isBusy: boolean;
  onSend: (message: { content: string; clientId: string }) => void;
  onCancel: () => void;
}

/** The form for the message, with two suggested openings. */
export function ContactMessageForm(props: Props) {
  const { listing, draft, setDraft, introduction, isBusy, onSend } = props;
  /** True after the keyboard submitted an empty message. The disabled button gives no hint then. */
  const [triedEmpty, setTriedEmpty] = useState(false);
  // On a touch screen, the keyboard would cover the buttons, so the text field gets no focus.
  const [isTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const sendButton = useRef<HTMLButtonElement>(null);
  const content = visibleText(draft.text).trim();
  const write = (text: string) => {
    setTriedEmpty(false);
    setDraft({ text, clientId: newId() });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (content === '') setTriedEmpty(true);
    else if (!isBusy) onSend({ content, clientId: draft.clientId });
  };
  return (
    <form
      onSubmit={submit}
      aria-label="Your message"
      tabIndex={-1}
      style={{ outline: 'none' }}
      ref={isTouch ? focusStep : undefined}
      data-autofocus={isTouch || undefined}
    >
      <Stack>
        {introduction && (
          <Stack component="fieldset" gap={6}>
            <Text component="legend" c="dimmed">
              So {firstNameOf(listing)} knows who&apos;s writing (optional)
            </Text>
            <IntroductionRow field={introduction.field} fallback={<Skeleton height={64} />} />
          </Stack>
        )}
        <Stack gap="xs">
          <Group gap="xs">
            {suggestions[listing.kind].map((suggestion) => (
              <Button
                key={suggestion}
                variant="default"
                size="xs"
                radius="xl"
                disabled={isBusy}
                onClick={() => {
                  // Moves the focus to the button, so that one more press sends the message.
                  flushSync(() => write(withSuggestion(draft.text, suggestion, listing)));
                  sendButton.current?.focus();
                }}
              >
                {suggestion}
              </Button>
            ))}
          </Group>
          <Textarea
            label={`Message to ${isolated(listing.sellerName)}`}
            placeholder={placeholders[listing.kind]}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={messageMaxLength}
            ref={isTouch ? undefined : focusStep}
            data-autofocus={!isTouch || undefined}
            value={draft.text}
            readOnly={isBusy}
            error={content === '' && (triedEmpty || draft.text !== '') && texts.messageRequired}
            onChange={(event) => write(event.currentTarget.value)}
            onKeyDown={submitByCtrlEnter}
          />
        </Stack>
        <div className="dialog-actions">
          <Button variant="default" onClick={props.onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy || content === ''} ref={sendButton}>
            {isBusy ? 'Sending...' : 'Send message'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const placeholders = {
  offer: 'Ask a question, or suggest a time to meet',
  wanted: "Say what you have, and what you'd like for it",
};

const suggestions = {
  offer: ['Is this still available?', 'Can I pick it up today?'],
  wanted: ['I have one.', 'Are you still looking?'],
};

/** Replaces another suggestion with this one, or appends it to the typed text. */
function withSuggestion(text: string, suggestion: string, { kind }: ListingView): string {
  const typed = text.trim();
  if (typed === '' || suggestions[kind].includes(typed)) return suggestion;
  return typed.includes(suggestion) ? text : `${typed} ${suggestion}`;
}

export function firstNameOf({ seller, sellerName }: ListingView): string {
  return isolated(seller.firstName ?? sellerName);
}

function submitByCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
