import { useRef } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { texts } from '@marketplace/shared/texts';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from './failure.ts';
import { newId } from '../../api/new-id.ts';

/**
 * Opens the conversation about a listing and sends into it (specification section 4, Contact flow).
 * `send` gives the conversation's id, or null after a failure that was told. A second try with the
 * same text carries the same id, so that a message that did arrive is not stored twice.
 */
export function useContactSeller(listing: ListingView) {
  const utils = trpc.useUtils();
  const open = trpc.messaging.openConversation.useMutation();
  const sendMessage = trpc.messaging.send.useMutation();
  const attempt = useRef({ content: '', clientId: '' });

  async function openConversation(): Promise<string | null> {
    try {
      const input = { listingId: listing.id, receiverId: listing.sellerId };
      return (await open.mutateAsync(input)).id;
    } catch (error) {
      toastFailure(error, noConversation(error));
      return null;
    }
  }

  async function send(content: string): Promise<string | null> {
    if (attempt.current.content !== content) {
      attempt.current = { content, clientId: newId() };
    }
    const conversationId = await openConversation();
    if (!conversationId) return null;
    try {
      const { clientId } = attempt.current;
      await sendMessage.mutateAsync({ conversationId, clientId, content });
    } catch (error) {
      toastFailure(error, { text: 'Failed to send message. Please try again.', exact: true });
      return null;
    }
    attempt.current = { content: '', clientId: '' };
    toast({
      title: 'Message sent',
      message: `${listing.sellerName} will find it in their messages.`,
      kind: 'success',
    });
    void utils.messaging.conversations.invalidate();
    void utils.messaging.unreadCount.invalidate();
    return conversationId;
  }

  return { send, sending: open.isPending || sendMessage.isPending };
}

/** Whoever signs in from the prompt may turn out to be the seller: only the server knows. */
function noConversation(error: unknown) {
  return errorMessage(error, '') === texts.ownListing
    ? { title: 'Cannot Contact Yourself', text: texts.ownListing }
    : { text: 'Failed to start conversation. Please try again.', exact: true };
}
