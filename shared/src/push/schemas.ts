import * as z from 'zod';
import { pushKinds } from './constants.ts';

const kinds = z
  .array(z.enum(pushKinds))
  .max(pushKinds.length)
  .transform((list) => [...new Set(list)]);

const wrongKey = "This isn't a key of a push subscription.";

/**
 * A push subscription as browsers serialize it. `keys` are base64url: a point on P-256 and 16
 * bytes. Omitted choices stay unchanged; the default is all kinds without details.
 */
export const subscribeInput = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: "This isn't the address of a push service." })
    .max(2000, 'The address of the push service is too long.'),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, wrongKey),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, wrongKey),
  }),
  kinds: kinds.optional(),
  details: z.boolean().optional(),
});

export type SubscribeInput = z.input<typeof subscribeInput>;

/** An omitted choice stays unchanged. */
export const pushChoicesInput = subscribeInput.pick({ kinds: true, details: true });

/** The key for `applicationServerKey`, in base64url. */
export const publicKeyView = z.object({ publicKey: z.string() });

/** The choices of this device. `details`: whether notifications show the message itself. */
const pushDeviceView = z.object({
  endpoint: z.string(),
  kinds: z.array(z.enum(pushKinds)),
  details: z.boolean(),
});

/** `device` is null if this device gets no notifications. */
export const pushSettingsView = z.object({ device: pushDeviceView.nullable() });

/** The content of a push, for the service worker. */
export const pushContent = z.object({
  title: z.string(),
  body: z.string().nullable(),
  /** The page that the notification opens. */
  path: z.string(),
  /** A newer notification with the same tag replaces it. */
  tag: z.string(),
});

export type PushDeviceView = z.output<typeof pushDeviceView>;
export type PushContent = z.output<typeof pushContent>;
