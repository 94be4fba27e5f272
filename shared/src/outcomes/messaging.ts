/*
 * The toasts for a conversation that could not start and a message that could not be sent. Do not
 * change the wording.
 */

export const startConversationTexts = {
  failed: { title: 'Error', message: 'Failed to start conversation. Please try again.' },
} as const;

export const sendMessageTexts = {
  failed: { title: 'Error', message: 'Failed to send message. Please try again.' },
} as const;
