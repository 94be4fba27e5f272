import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { messageMaxLength } from '@marketplace/shared/messaging/constants';
import { texts } from '@marketplace/shared/texts';
import { newId } from '../../../api/new-id.ts';
import { trpc } from '../../../api/trpc.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ListingSummary } from './ListingSummary.tsx';
import { contactSelf, useContactSeller } from './use-contact-seller.ts';

interface Props {
  listing: ListingView;
  opened: boolean;
  onOpen: () => void;
  onClose: () => void;
  /** With the conversation that the message went into. */
  onSent: (conversationId: string) => void;
}

/**
 * Writes to the seller. What was typed stays until it is
 * sent: through a failure, a sign-in, a reload, and while the dialog is closed.
 */
export function ContactSellerModal({ listing, opened, onOpen, onClose, onSent }: Props) {
  const user = useCurrentUser();
  const [draft, setDraft] = useState<ContactDraft>(() => readContactDraft(listing.id));
  /** Whether an empty message was submitted by keyboard, where the disabled button says nothing. */
  const [triedEmpty, setTriedEmpty] = useState(false);
  const { send, sending } = useContactSeller(listing);
  const isEmpty = draft.text.trim() === '';

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (sending) return;
    const content = draft.text.trim();
    if (!content) {
      setTriedEmpty(true);
      return;
    }
    const conversationId = await send({ content, clientId: draft.clientId });
    if (!conversationId) return;
    setDraft(writeContactDraft(listing.id, ''));
    onSent(conversationId);
    onClose();
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
      // The prompt to sign in is left by its buttons alone.
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
                error={isEmpty && (triedEmpty || draft.text !== '') && texts.messageRequired}
                onChange={(event) => {
                  setTriedEmpty(false);
                  setDraft(writeContactDraft(listing.id, event.currentTarget.value));
                }}
                onKeyDown={submitByCtrlEnter}
              />
              <Group justify="flex-end" gap="sm">
                <Button variant="default" onClick={close} disabled={sending}>
                  Cancel
                </Button>
                <Button type="submit" disabled={sending || isEmpty}>
                  {sending ? 'Sending...' : 'Send Message'}
                </Button>
              </Group>
            </Stack>
          </form>
        ) : (
          <SignInPrompt sellerId={listing.sellerId} onOpen={onOpen} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

function submitByCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Gives way to the sign-in dialog, and comes back with the form once signed in. */
function SignInPrompt({
  sellerId,
  onOpen,
  onClose,
}: Pick<Props, 'onOpen' | 'onClose'> & { sellerId: string }) {
  const openSignIn = useSignIn();
  const { me } = trpc.useUtils().auth;
  const goOn = () => {
    if (me.getData()?.id === sellerId) toast({ ...contactSelf, kind: 'error' });
    else onOpen();
  };
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
            openSignIn({ reason: 'Sign in to message the seller.', onSuccess: goOn });
          }}
        >
          Sign In
        </Button>
      </Group>
    </>
  );
}

/** What was typed to a seller and not sent. The id goes with every try to send this very text. */
interface ContactDraft {
  text: string;
  clientId: string;
}

const key = (listingId: string) => `contact-draft:${listingId}`;

/** What was typed about a listing in this tab, also before a sign-in or a reload. */
function readContactDraft(listingId: string): ContactDraft {
  try {
    const kept = sessionStorage.getItem(key(listingId));
    if (kept) return JSON.parse(kept) as ContactDraft;
  } catch {
    // A browser may forbid storage: the draft then lives as long as the page.
  }
  return { text: '', clientId: newId() };
}

/** Saves the typed text; '' deletes it. Returns the draft with its id. */
function writeContactDraft(listingId: string, text: string): ContactDraft {
  const draft = { text, clientId: newId() };
  try {
    if (text) sessionStorage.setItem(key(listingId), JSON.stringify(draft));
    else sessionStorage.removeItem(key(listingId));
  } catch {
    // Full or forbidden: typing goes on without a copy.
  }
  return draft;
}
