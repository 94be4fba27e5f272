import * as z from 'zod';

/** A browser that is signed in. `device`: such as 'Firefox on Windows'. */
const sessionView = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  /** To the hour. */
  lastSeenAt: z.iso.datetime(),
  /** The one that asks. */
  current: z.boolean(),
});

/** A browser that signs in with the address alone. */
const trustedDeviceView = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});

/** Both lists begin with the newest use. */
export const devicesView = z.object({
  sessions: z.array(sessionView),
  trustedDevices: z.array(trustedDeviceView),
});

/** Where one's data can be fetched for some minutes, by the same person alone. */
export const exportView = z.object({ url: z.string() });

export type DevicesView = z.output<typeof devicesView>;
