import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { sendMessageTexts, startConversationTexts } from '@marketplace/shared/outcomes/messaging';
import { texts } from '@marketplace/shared/texts';
import { errorMessage } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { newId } from '../../../api/new-id.ts';
import { trpc } from '../../../api/trpc.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ListingSummary } from './ListingSummary.tsx';

interface Props {
  listing: ListingView;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** With the conversation that the message went into. */
  onSent: (conversationId: string) => void;
}

/** A message that is not sent yet. The id goes with every try to send this text. */
interface Draft {
  text: string;
  clientId: string;
}

const noDraft: Draft = { text: '', clientId: '' };

/** Writes to the seller. The text is kept until it is sent: through failures, sign-in and reloads. */
export function ContactSellerModal({ listing, opened, onOpen, onClose, onSent }: Props) {
  const user = useCurrentUser();
  // In this tab, also after a sign-in or a reload.
  const [draft, setDraft, forgetDraft] = useSessionStorage<Draft>({
    key: `contact-draft:${listing.id}`,
    defaultValue: noDraft,
    getInitialValueInEffect: false,
  });
  /** Whether an empty message was submitted by keyboard, where the disabled button says nothing. */
  const [triedEmpty, setTriedEmpty] = useState(false);
  const content = draft.text.trim();
  const { send, sending } = useContactSeller(listing, (conversationId) => {
    forgetDraft();
    onSent(conversationId);
    onClose();
  });
  const canClose = Boolean(user) && !sending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (content === '') setTriedEmpty(true);
    else if (!sending) send({ content, clientId: draft.clientId });
  };
  const close = () => {
    setTriedEmpty(false);
    onClose();
  };

  return (
    <Dialog
      opened={opened}
      onClose={close}
      title="Contact Seller"
      // Only the buttons of the sign-in prompt close it.
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      withCloseButton={canClose}
    >
      <Stack>
        <ListingSummary listing={listing} />
        {user ? (
          <form onSubmit={submit}>
            <Stack>
              <Textarea
                label={`Message to ${listing.sellerName}`}
                placeholder="Hi, is this still available?"
                autosize
                minRows={4}
                maxRows={12}
                maxLength={messageMaxLength}
                data-autofocus
                value={draft.text}
                readOnly={sending}
                error={content === '' && (triedEmpty || draft.text !== '') && texts.messageRequired}
                onChange={(event) => {
                  setTriedEmpty(false);
                  setDraft({ text: event.currentTarget.value, clientId: newId() });
                }}
                onKeyDown={submitByCtrlEnter}
              />
              <Group justify="flex-end" gap="sm">
                <Button variant="default" onClick={close} disabled={sending}>
                  Cancel
                </Button>
                <Button type="submit" disabled={sending || content === ''}>
                  {sending ? 'Sending...' : 'Send message'}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <SignInPrompt listing={listing} onOpen={onOpen} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

const contactSelf = { title: 'Cannot Contact Yourself', message: texts.ownListing };

/**
 * Opens the conversation about a listing and sends a message into it. A failure is shown. Another try
 * has the same `clientId`, so that a message that did arrive is not stored twice.
 */
function useContactSeller(listing: ListingView, onSent: (conversationId: string) => void) {
  const { messaging } = trpc.useUtils();
  const open = trpc.messaging.openConversation.useMutation({
    onError(error) {
      // A visitor who signs in from the prompt may be the seller, which only the server knows.
      const isSelf = errorMessage(error, '') === texts.ownListing;
      toastFailure(error, isSelf ? contactSelf : { ...startConversationTexts.failed, exact: true });
    },
  });
  const send = trpc.messaging.send.useMutation({
    onSuccess(_, { conversationId }) {
      toast({
        title: 'Message sent',
        message: `We'll notify ${listing.seller.firstName ?? listing.sellerName}.`,
        kind: 'success',
      });
      void messaging.conversations.invalidate();
      void messaging.unreadCount.invalidate();
      onSent(conversationId);
    },
    onError: (error) => toastFailure(error, { ...sendMessageTexts.failed, exact: true }),
  });
  return {
    sending: open.isPending || send.isPending,
    send: (message: { content: string; clientId: string }) =>
      void open.mutateAsync({ listingId: listing.id, receiverId: listing.sellerId }).then(
        ({ id }) => send.mutate({ conversationId: id, ...message }),
        () => undefined,
      ),
  };
}

function submitByCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Leads to the sign-in dialog and back to the form. */
function SignInPrompt({ listing, onOpen, onClose }: Omit<Props, 'opened' | 'onSent'>) {
  const openSignIn = useSignIn();
  const { me } = trpc.useUtils().auth;
  const goOn = () => {
    if (me.getData()?.id === listing.sellerId) toast({ ...contactSelf, kind: 'error' });
    else onOpen();
  };
  return (
    <>
      <Text>Sign in to message this seller. We&apos;ll email you a code. No password.</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            onClose();
            openSignIn({ reason: 'Sign in to message the seller.', onSuccess: goOn });
          }}
        >
          Sign In
        </Button>
      </Group>
    </>
  );
}
