import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { texts } from '@marketplace/shared/texts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { type ContactDraft, readContactDraft, writeContactDraft } from './contact-draft.ts';
import { ListingSummary } from './ListingSummary.tsx';
import { useContactSeller } from './use-contact-seller.ts';

interface Props {
  listing: ListingView;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** With the conversation that the message went into. */
  onSent: (conversationId: string) => void;
}

/**
 * Writes to the seller (specification section 4, Contact flow). What was typed stays until it is
 * sent: through a failure, a sign-in, a reload, and while the dialog is closed.
 */
export function ContactSellerModal({ listing, opened, onOpen, onClose, onSent }: Props) {
  const user = useCurrentUser();
  const [draft, setDraft] = useState<ContactDraft>(() => readContactDraft(listing.id));
  const { send, sending } = useContactSeller(listing);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const content = draft.text.trim();
    if (!content) {
      toast({ title: 'Error', message: texts.messageRequired, kind: 'error' });
      return;
    }
    if (user?.id === listing.sellerId) {
      toast({ title: 'Cannot Contact Yourself', message: texts.ownListing, kind: 'error' });
      return;
    }
    const conversationId = await send({ content, clientId: draft.clientId });
    if (!conversationId) return;
    setDraft(writeContactDraft(listing.id, ''));
    onSent(conversationId);
    onClose();
  };

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Contact Seller"
      // The prompt to sign in is left by its buttons alone (specification section 4).
      closeOnClickOutside={Boolean(user) && !sending}
      closeOnEscape={Boolean(user) && !sending}
      withCloseButton={Boolean(user) && !sending}
    >
      <Stack gap="md">
        <ListingSummary listing={listing} />
        {user ? (
          <form onSubmit={(event) => void submit(event)}>
            <Stack gap="md">
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
                onChange={(event) =>
                  setDraft(writeContactDraft(listing.id, event.currentTarget.value))
                }
              />
              <Group justify="flex-end" gap="sm">
                <Button variant="default" onClick={onClose} disabled={sending}>
                  Cancel
                </Button>
                <Button type="submit" disabled={sending || draft.text.trim() === ''}>
                  {sending ? 'Sending...' : 'Send Message'}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <SignInPrompt onOpen={onOpen} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Gives way to the sign-in dialog, and comes back with the form once signed in. */
function SignInPrompt({ onOpen, onClose }: Pick<Props, 'onOpen' | 'onClose'>) {
  const openSignIn = useSignIn();
  return (
    <>
      <Text>Sign in to send a message to this seller. It takes your email address and a code.</Text>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            onClose();
            openSignIn({ reason: 'Sign in to message the seller.', onSuccess: onOpen });
          }}
        >
          Sign In
        </Button>
      </Group>
    </>
  );
}
