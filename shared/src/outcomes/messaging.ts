/* What failed of writing to somebody, word for word from specification section 8. */

export const startConversationTexts = {
  failed: { title: 'Error', message: 'Failed to start conversation. Please try again.' },
} as const;

export const sendMessageTexts = {
  failed: { title: 'Error', message: 'Failed to send message. Please try again.' },
} as const;
