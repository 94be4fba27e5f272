import type { QueryClient } from '@tanstack/react-query';
import { sendMessageTexts } from '@marketplace/shared/outcomes/messaging';
import { errorMessage, isUnauthorized, refusalOf } from '../../../api/errors.ts';
import type { trpc } from '../../../api/trpc.ts';
import { addStoredMessage } from './feed-cache.ts';
import type { Send, Sending } from './outbox.ts';

/** A try that takes longer counts as one that did not reach the server. */
const patienceMs = 20_000;
/** Failures of the server's own for one message, one after the other, until it counts as refused. */
const mostFailures = 8;
/** A longer wait than this is told to the writer and not sat out. */
const longestWaitSeconds = 120;

interface Options {
  client: ReturnType<typeof trpc.useUtils>['client'];
  queryClient: QueryClient;
  /** Whose messages these are; the server refuses when the session is another's. */
  me: string;
  onSignedOut: () => void;
}

/** Sends the messages of an outbox, and shows each as soon as the server has stored it. */
export function messageSender({ client, queryClient, me, onSignedOut }: Options): Send {
  const failures = new Map<string, number>();
  return async ({ conversationId, clientId, content }) => {
    if (!navigator.onLine) return { outcome: 'later' };
    try {
      const input = { conversationId, clientId, content, senderId: me };
      const signal = AbortSignal.timeout(patienceMs);
      const message = await client.messaging.send.mutate(input, { signal });
      failures.delete(clientId);
      addStoredMessage(queryClient, message);
      return { outcome: 'sent' };
    } catch (error) {
      if (isUnauthorized(error)) {
        onSignedOut();
        return { outcome: 'signedOut' };
      }
      const failed = failures.get(clientId) ?? 0;
      const sending = sendingAfter(error, failed);
      if (refusalOf(error)?.status === 500) failures.set(clientId, failed + 1);
      if (sending.outcome === 'refused') failures.delete(clientId);
      return sending;
    }
  };
}

/** What a failed try means, when the server has failed `failures` times at this message before. */
export function sendingAfter(error: unknown, failures: number): Sending {
  const refusal = refusalOf(error);
  if (!refusal) return { outcome: 'later' };
  const { status, retryAfter } = refusal;
  if (status === 429 && retryAfter !== undefined && retryAfter <= longestWaitSeconds) {
    return { outcome: 'later', afterMs: retryAfter * 1000 };
  }
  const isPassing = status === 408 || status > 500 || (status === 500 && failures < mostFailures);
  if (isPassing) return { outcome: 'later' };
  return {
    outcome: 'refused',
    error: errorMessage(error, sendMessageTexts.failed.message),
  };
}
