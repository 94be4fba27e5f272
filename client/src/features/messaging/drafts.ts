const key = (conversationId: string) => `message-draft:${conversationId}`;

/** What was typed in a conversation and not sent, in this tab; '' when there is nothing. */
export function readDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(key(conversationId)) ?? '';
  } catch {
    // A browser may forbid storage: the draft then lives as long as the page.
    return '';
  }
}

/** Keeps what is typed; '' drops it. */
export function writeDraft(conversationId: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key(conversationId), text);
    else sessionStorage.removeItem(key(conversationId));
  } catch {
    // Full or forbidden: typing goes on without a copy.
  }
}
