import type { MessageView } from '@marketplace/shared/messaging/views';
import { sendMessageTexts } from '@marketplace/shared/outcomes/messaging';
import { errorMessage, isUnauthorized, refusalOf } from '../../../api/errors.ts';
import type { trpc } from '../../../api/trpc.ts';
import type { OutboxItem } from './outbox-store.ts';

/** How long to wait for an answer over the socket, in ms, before the message goes over HTTP. */
const socketTimeoutMs = 3_000;
/** An HTTP attempt that takes longer, in ms, counts as one that did not reach the server. */
const sendTimeoutMs = 20_000;
/** After this many internal errors in a row, another one counts as a refusal. */
const mostFailures = 8;
/** A rate limit with a longer wait counts as a refusal. */
const longestLimitSeconds = 120;

/**
 * The result of one attempt. `later`: the server was not reached, or requires a wait of `afterMs`.
 * `signedOut`: the session is over, and the message waits for the next sign-in.
 */
export type Sending =
  | { outcome: 'sent' }
  | { outcome: 'refused'; error: string; isInvalid: boolean }
  | { outcome: 'later'; afterMs?: number }
  | { outcome: 'signedOut' };

export type Send = (item: OutboxItem) => Promise<Sending>;

interface Sender {
  client: ReturnType<typeof trpc.useUtils>['client'];
  /** The user's id. The server refuses if the session belongs to another user. */
  me: string;
  onStored: (message: MessageView) => void;
  onSignedOut: () => void;
}

/**
 * Returns a function that sends one message over the open socket, or over HTTP if that fails. The
 * server stores the message once, even if it arrives both ways.
 */
export function messageSender({ client, me, onStored, onSignedOut }: Sender): Send {
  const send = client.messaging.send.mutate;
  const failures = new Map<string, number>();
  return async ({ conversationId, clientId, content }) => {
    if (!navigator.onLine) return { outcome: 'later' };
    try {
      const input = { conversationId, clientId, content, senderId: me };
      const message = await send(input, {
        signal: AbortSignal.timeout(socketTimeoutMs),
        context: { overSocket: true },
      }).catch(() => send(input, { signal: AbortSignal.timeout(sendTimeoutMs) }));
      failures.delete(clientId);
      onStored(message);
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

/** Returns what a failed attempt means, after `failures` internal errors for this message. */
export function sendingAfter(error: unknown, failures: number): Sending {
  const refusal = refusalOf(error);
  if (!refusal) return { outcome: 'later' };
  const { status, retryAfter } = refusal;
  if (status === 429 && retryAfter !== undefined && retryAfter <= longestLimitSeconds) {
    return { outcome: 'later', afterMs: retryAfter * 1000 };
  }
  const isPassing = status === 408 || status > 500 || (status === 500 && failures < mostFailures);
  if (isPassing) return { outcome: 'later' };
  const reason = errorMessage(error, sendMessageTexts.failed.message);
  return { outcome: 'refused', error: reason, isInvalid: status === 400 };
}
