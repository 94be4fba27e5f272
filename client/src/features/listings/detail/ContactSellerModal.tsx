import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListingView } from '@marketplace/shared/listings/views';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { isolated } from '@marketplace/shared/direction';
import { sendMessageTexts, startConversationTexts } from '@marketplace/shared/outcomes/messaging';
import { visibleText } from '@marketplace/shared/plain-text';
import { texts } from '@marketplace/shared/texts';
import { errorCode, errorMessage } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { newId } from '../../../api/use-client-id.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { Dialog, steppedDialog } from '../../../ui/Dialog.tsx';
import { focusStep } from '../../../ui/focus-step.ts';
import { IconCircleCheck } from '../../../ui/icons/listing-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { toast } from '../../../ui/toast.ts';
import { SignInForm } from '../../auth/SignInForm.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { type Introduction, useIntroduction } from '../../auth/use-introduction.ts';
import { AwayNote } from '../../../ui/AwayNote.tsx';
import { contactText } from '../browse/ListingState.tsx';
import { ListingSummary } from './ListingSummary.tsx';

const IntroductionRow = lazyPart(
  async () => (await import('../../auth/Introduction.tsx')).IntroductionRow,
);

interface Props {
  listing: ListingView;
  opened: boolean;
  onClose: () => void;
}

const contactSelf = { title: 'Cannot Contact Yourself', message: texts.ownListing };

/** Signs a visitor in, sends the message to the seller, and links to the conversation. */
export function ContactSellerModal({ listing, opened, onClose }: Props) {
  const user = useCurrentUser();
  const { me } = trpc.useUtils().auth;
  const [isSigningIn, setSigningIn] = useState(!user);
  const [isNew, setNew] = useState(false);
  const introduction = useIntroduction();
  const { send, sending, conversationId } = useFirstMessage(listing);
  const isBusy = sending || introduction.saving;
  const canDismiss = !isSigningIn && !isBusy;
  const goOn = (isFirst: boolean) => {
    setSigningIn(false);
    setNew(isFirst);
    if (me.getData()?.id !== listing.sellerId) return;
    onClose();
    toast({ ...contactSelf, kind: 'error' });
  };
  return (
    <Dialog
      {...steppedDialog}
      opened={opened}
      onClose={onClose}
      title={contactText(listing)}
      // An accidental click must not end a sign-in.
      closeOnClickOutside={canDismiss}
      closeOnEscape={canDismiss}
      withCloseButton={!isBusy}
    >
      <Stack>
        <ListingSummary listing={listing} />
        <AwayNote name={firstNameOf(listing)} until={listing.awayUntil} />
        {isSigningIn && (
          <SignInForm
            reason={`Sign in to message ${listing.kind === 'wanted' ? firstNameOf(listing) : 'this seller'}.`}
            onSuccess={goOn}
          />
        )}
        {!isSigningIn && conversationId === null && (
          <MessageForm
            listing={listing}
            introduction={isNew ? introduction : null}
            isBusy={isBusy}
            onSend={(message) => introduction.save(() => send(message))}
            onCancel={onClose}
          />
        )}
        {conversationId !== null && (
          <>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <IconCircleCheck
                size={24}
                stroke={1.75}
                color="var(--mantine-color-anchor)"
                aria-hidden
              />
              <div id="message-sent">
                <Text fw={600}>Message sent</Text>
                <Text c="dimmed">We&apos;ll notify {firstNameOf(listing)}.</Text>
              </div>
            </Group>
            <Stack gap="sm">
              <Button
                component={PageLink}
                to={paths.conversation(conversationId)}
                size="md"
                fullWidth
                ref={focusStep}
                aria-describedby="message-sent"
                onClick={onClose}
              >
                View conversation
              </Button>
              <Button variant="default" size="md" fullWidth onClick={onClose}>
                Keep browsing
              </Button>
            </Stack>
          </>
        )}
      </Stack>
    </Dialog>
  );
}

/** Opens the conversation about a listing and sends a message into it. Shows a toast on failure. */
function useFirstMessage(listing: ListingView) {
  const [, , forgetDraft] = useDraft(listing);
  const { messaging } = trpc.useUtils();
  const open = trpc.messaging.openConversation.useMutation({
    onError(error) {
      // A visitor may turn out to be the seller after signing in, which only the server knows.
      const isSelf = errorMessage(error, '') === texts.ownListing;
      toastFailure(error, isSelf ? contactSelf : { ...startConversationTexts.failed, exact: true });
    },
  });
  const send = trpc.messaging.send.useMutation({
    onSuccess() {
      void messaging.conversations.invalidate();
      void messaging.unreadCount.invalidate();
      forgetDraft();
    },
    onError(error) {
      const exact = errorCode(error) !== 'BAD_REQUEST';
      toastFailure(error, { ...sendMessageTexts.failed, exact });
    },
  });
  return {
    sending: open.isPending || send.isPending,
    /** The conversation of the message once it is sent, or null. */
    conversationId: send.isSuccess ? send.variables.conversationId : null,
    send: (message: Message) =>
      open.mutate(
        { listingId: listing.id, receiverId: listing.sellerId },
        { onSuccess: ({ id }) => send.mutate({ conversationId: id, ...message }) },
      ),
  };
}

/**
 * Stores the message in this tab until it is sent, so that it survives failures and reloads. Every
 * attempt to send this text has the same `clientId`, so that the server stores it only once.
 */
function useDraft(listing: ListingView) {
  return useSessionStorage({
    key: `contact-draft:${listing.id}`,
    defaultValue: { text: '', clientId: '' },
    getInitialValueInEffect: false,
  });
}

type Message = Record<'content' | 'clientId', string>;

interface FormProps {
  listing: ListingView;
  /** Asks a new user for their name as well; null for others. */
  introduction: Introduction | null;
  isBusy: boolean;
  onSend: (message: Message) => void;
  onCancel: () => void;
}

/** The form for the message, with two suggested openings. */
function MessageForm({ listing, introduction, isBusy, onSend, onCancel }: FormProps) {
  const [draft, setDraft] = useDraft(listing);
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
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
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

function firstNameOf({ seller, sellerName }: ListingView): string {
  return isolated(seller.firstName ?? sellerName);
}

function submitByCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
