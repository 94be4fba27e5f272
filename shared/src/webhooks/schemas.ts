import * as z from 'zod';
import { creationId, lookupId } from '../ids.ts';
import { pageInput, pageOf } from '../pagination.ts';
import { type WebhookEvent, webhookEvents, webhookUrlMaxLength } from './constants.ts';

const eventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];
const event = z
  .enum(eventNames, `Choose from these events: ${eventNames.join(', ')}.`)
  .describe('What happened.');

/** The refusal of a URL that webhooks cannot have. */
export const webhookUrlText = 'Enter an https URL that is reachable from the public internet.';

export const createWebhookInput = z.object({
  url: z
    .url({ error: webhookUrlText, normalize: true })
    .max(webhookUrlMaxLength, `A URL can have up to ${webhookUrlMaxLength} characters.`),
  events: z
    .array(event, 'Choose at least one event.')
    .min(1, 'Choose at least one event.')
    .max(eventNames.length, 'Choose each event once.')
    .overwrite((events) => [...new Set(events)]),
  clientId: creationId,
});

export const webhookByIdInput = z.object({ id: lookupId });

/** An omitted field stays unchanged. */
export const updateWebhookInput = createWebhookInput
  .omit({ clientId: true })
  .partial()
  .extend({ ...webhookByIdInput.shape, enabled: z.boolean().optional() });

export const webhookDeliveriesInput = pageInput(20).extend(webhookByIdInput.shape);

/** `disabledReason` is set if the server turned the webhook off: `failed` after too many failures. */
const webhookView = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(event),
  enabled: z.boolean(),
  disabledReason: z
    .enum(['failed', 'gone'])
    .describe(
      'Why the server turned it off: an event failed eight times, or your server answered 410.',
    )
    .nullable(),
  createdAt: z.iso.datetime(),
});

export const webhooksView = z.array(webhookView);
export const changedWebhookView = webhookView;

/** `secret` is only in the response that creates the webhook. */
export const newWebhookView = webhookView.extend({ secret: z.string() });

/**
 * An event on its way to a webhook. `answer` is the beginning of the last answer, `error` why there
 * was none or why there is no next try. `event` is 'webhook.test' for a test, which has one try.
 */
export const webhookDeliveryView = z.object({
  id: z.string(),
  event: z.enum([...eventNames, 'webhook.test']).describe('What happened, or a test.'),
  status: z
    .enum(['pending', 'delivered', 'failed'])
    .describe('`pending`: not tried yet, or between two tries.'),
  tries: z.number(),
  statusCode: z.number().nullable(),
  answer: z.string().nullable(),
  error: z.string().nullable(),
  nextTryAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const webhookDeliveryPage = pageOf(webhookDeliveryView);

export type WebhookView = z.output<typeof webhookView>;
export type NewWebhook = z.output<typeof newWebhookView>;
export type WebhookDelivery = z.output<typeof webhookDeliveryView>;
