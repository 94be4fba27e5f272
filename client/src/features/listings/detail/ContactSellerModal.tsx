import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { sendMessageTexts, startConversationTexts } from '@marketplace/shared/outcomes/messaging';
import { texts } from '@marketplace/shared/texts';
import { errorMessage } from '../../../api/errors.ts';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { Dialog, steppedDialog } from '../../../ui/Dialog.tsx';
import { focusStep } from '../../../ui/focus-step.ts';
import { IconCircleCheck } from '../../../ui/icons/listing-icons.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { toast } from '../../../ui/toast.ts';
import { SignInForm } from '../../auth/SignInForm.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { useIntroduction } from '../../auth/use-introduction.ts';
import { contactText } from '../browse/ListingState.tsx';
import { ContactMessageForm, firstNameOf, useDraft } from './ContactMessageForm.tsx';
import { ListingSummary } from './ListingSummary.tsx';

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
  const [draft, setDraft, forgetDraft] = useDraft(listing);
  const { send, sending, conversationId } = useFirstMessage(listing, forgetDraft);
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
        {isSigningIn && (
          <SignInForm
            reason={`Sign in to message ${listing.kind === 'wanted' ? firstNameOf(listing) : 'this seller'}.`}
            onSuccess={goOn}
          />
        )}
        {!isSigningIn && conversationId === null && (
          <ContactMessageForm
            listing={listing}
            draft={draft}
            setDraft={setDraft}
            introduction={isNew ? introduction : null}
            isBusy={isBusy}
            onSend={(message) => introduction.save(() => send(message))}
            onCancel={onClose}
          />
        )}
        {conversationId !== null && (
          <Sent listing={listing} conversationId={conversationId} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

function Sent({
  listing,
  conversationId,
  onClose,
}: Pick<Props, 'listing' | 'onClose'> & { conversationId: string }) {
  return (
    <>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <IconCircleCheck size={24} stroke={1.75} color="var(--mantine-color-anchor)" aria-hidden />
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
  );
}

/**
 * Opens the conversation about a listing and sends a message into it. Shows a toast on failure. A
 * retry has the same `clientId`, so that the server does not store a message twice.
 */
function useFirstMessage(listing: ListingView, onSent: () => void) {
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
      onSent();
    },
    onError: (error) => toastFailure(error, { ...sendMessageTexts.failed, exact: true }),
  });
  return {
    sending: open.isPending || send.isPending,
    /** The conversation of the message once it is sent, or null. */
    conversationId: send.isSuccess ? send.variables.conversationId : null,
    send: (message: { content: string; clientId: string }) =>
      open.mutate(
        { listingId: listing.id, receiverId: listing.sellerId },
        { onSuccess: ({ id }) => send.mutate({ conversationId: id, ...message }) },
      ),
  };
}
