import * as z from 'zod';
import { locationMaxLength } from '../listings/constants.ts';
import { isVisible } from '../plain-text.ts';
import { storableText } from '../storable-text.ts';
import { texts } from '../texts.ts';
import { nameMaxLength, usernameHelp, usernamePattern } from './constants.ts';

/** `showPresence`: whether others see that the user is online, and when they were last online. */
export const accountSettings = z.object({ showPresence: z.boolean() });

/**
 * A first or last name, with composed accents and without variation selectors, which only color
 * emoji. The server refuses direction controls in names, as it does everything deceptive in them.
 */
const personName = z
  .string()
  .trim()
  .overwrite((name) => (isVisible(name) ? name.normalize('NFC').replaceAll('\uFE0F', '') : ''))
  .min(1, 'Enter a name or leave this empty.')
  .max(nameMaxLength, `A name can have up to ${nameMaxLength} characters.`)
  .nullable();

/**
 * Omitted fields stay unchanged. `town` is a place of the region as typed, which the server checks.
 * `avatarImage` is the address of a picture that the user uploaded.
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

/** A signed-in browser. `device` is such as 'Firefox on Windows'. */
const sessionView = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  /** Updated at most once an hour. */
  lastSeenAt: z.iso.datetime(),
  /** True for the session that made the request. */
  current: z.boolean(),
});

/** A browser that needs no code to sign in. */
const trustedDeviceView = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  current: z.boolean(),
});

/** Both lists are sorted by last use, newest first. */
export const devicesView = z.object({
  sessions: z.array(sessionView),
  trustedDevices: z.array(trustedDeviceView),
});

/** `url` serves the user's data for a few minutes. */
export const exportView = z.object({ url: z.string() });

export type DevicesView = z.output<typeof devicesView>;
