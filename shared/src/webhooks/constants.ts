export const maxWebhooks = 5;

/** In characters. */
export const webhookUrlMaxLength = 500;

/** The events that a webhook can be sent, with what happened. */
export const webhookEvents = {
  'listing.created': 'You post a listing',
  'listing.updated': 'Your listing changes',
  'listing.sold': 'Your listing is marked as sold',
  'listing.ended': 'Your listing ends or is deleted',
  'message.received': 'Someone messages you',
} as const;

export type WebhookEvent = keyof typeof webhookEvents;

/** How often a delivery is tried. After the last failure, the webhook is turned off. */
export const maxWebhookTries = 8;
