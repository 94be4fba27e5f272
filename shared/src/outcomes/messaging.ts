/* Toasts about conversations and messages. The wording is fixed. */

export const startConversationTexts = {
  failed: { title: 'Error', message: 'Failed to start conversation. Please try again.' },
} as const;

export const sendMessageTexts = {
  failed: { title: 'Error', message: 'Failed to send message. Please try again.' },
} as const;
