import * as z from 'zod';
import { locationMaxLength } from '../listings/constants.ts';
import { isVisible } from '../plain-text.ts';
import { storableText } from '../storable-text.ts';
import { texts } from '../texts.ts';
import { nameMaxLength, usernameHelp, usernamePattern } from './constants.ts';

/**
 * `showPresence`: whether others see that the user is online, and when they were last online.
 * `awayUntil`: the day of their return in the region's time zone, if they are away.
 */
export const accountSettings = z.object({
  showPresence: z.boolean(),
  awayUntil: z.iso.date('Enter a day such as 2026-12-31.').nullable(),
});

/**
 * A name, with composed accents and without variation selectors, which only color emoji. The server
 * refuses deceptive ones.
 */
const personName = z
  .string()
  .trim()
  .overwrite((name) => (isVisible(name) ? name.normalize('NFC').replaceAll('\uFE0F', '') : ''))
  .min(1, 'Enter a name or leave this empty.')
  .max(nameMaxLength, `A name can have up to ${nameMaxLength} characters.`)
  .nullable();

/**
 * Omitted fields stay unchanged. The server checks that `town` is in the region and that the user
 * uploaded `avatarImage`.
 */
export const accountSettingsInput = accountSettings
  .extend({
    firstName: personName,
    lastName: personName,
    username: z.string().regex(usernamePattern, usernameHelp),
    town: storableText().max(locationMaxLength, texts.locationTooLong).nullable(),
    avatarImage: z.string().max(300).nullable(),
  })
  .partial();

/** `email` is the user's address, typed to confirm. */
export const deleteAccountInput = z.object({ email: z.string().trim().max(254) });

export type AccountSettings = z.output<typeof accountSettings>;
export type AccountSettingsInput = z.output<typeof accountSettingsInput>;

/**
 * A browser. `device` reads like 'Firefox on Windows'. `current` is true for the browser that made
 * the request.
 */
const deviceView = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  current: z.boolean(),
});

/**
 * The browsers that are signed in, and those that need no code to sign in, by last use, newest
 * first. `lastSeenAt` is updated at most once an hour.
 */
export const devicesView = z.object({
  sessions: z.array(deviceView.extend({ lastSeenAt: z.iso.datetime() })),
  trustedDevices: z.array(deviceView.extend({ lastUsedAt: z.iso.datetime() })),
});

/** `url` serves the user's data for a few minutes. */
export const exportView = z.object({ url: z.string() });

export type DevicesView = z.output<typeof devicesView>;
