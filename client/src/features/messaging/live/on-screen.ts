let current: string | null = null;

/**
 * The conversation whose newest message is on screen in a visible tab. What arrives there is read
 * as it comes: no counter rises for the moment until the server knows.
 */
export const onScreen = {
  show(conversationId: string): void {
    current = conversationId;
  },
  hide(conversationId: string): void {
    if (current === conversationId) current = null;
  },
  isShown: (conversationId: string) => current === conversationId,
};
