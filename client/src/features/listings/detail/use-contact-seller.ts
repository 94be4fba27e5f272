import type { ListingView } from '@marketplace/shared/listings/views';
import { sendMessageTexts, startConversationTexts } from '@marketplace/shared/outcomes/messaging';
import { texts } from '@marketplace/shared/texts';
import { errorCode, errorMessage } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../ui/toast.ts';
import { type Failure, toastFailure } from '../../../api/failure.ts';

export const contactSelf = { title: 'Cannot Contact Yourself', message: texts.ownListing };

/**
 * Opens the conversation about a listing and sends into it.
 * `send` gives the conversation's id, or null after a failure that was told. A second try carries
 * the same `clientId`, so that a message that did arrive is not stored twice.
 */
export function useContactSeller(listing: ListingView) {
  const utils = trpc.useUtils();
  const open = trpc.messaging.openConversation.useMutation();
  const sendMessage = trpc.messaging.send.useMutation();

  async function openConversation(): Promise<string | null> {
    try {
      const input = { listingId: listing.id, receiverId: listing.sellerId };
      return (await open.mutateAsync(input)).id;
    } catch (error) {
      toastFailure(error, noConversation(error));
      return null;
    }
  }

  async function send(message: { content: string; clientId: string }): Promise<string | null> {
    const conversationId = await openConversation();
    if (!conversationId) return null;
    try {
      await sendMessage.mutateAsync({ conversationId, ...message });
    } catch (error) {
      toastFailure(error, failure(error, sendMessageTexts.failed));
      return null;
    }
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
    ? contactSelf
    : failure(error, startConversationTexts.failed);
}

/** The specified words; but a limit says itself when it can be tried again. */
function failure(error: unknown, failed: Failure): Failure {
  return { ...failed, exact: errorCode(error) !== 'TOO_MANY_REQUESTS' };
}
