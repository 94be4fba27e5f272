import * as z from 'zod';
import { locationMaxLength } from '../listings/constants.ts';
import { isVisible } from '../plain-text.ts';
import { storableText } from '../text.ts';
import { texts } from '../texts.ts';
import { nameMaxLength, usernameHelp, usernamePattern } from './constants.ts';

/** `showPresence`: whether others see the user online, and when they were last. */
export const accountSettings = z.object({ showPresence: z.boolean() });

/**
 * With composed accents and without variation selectors, which only color emoji. Direction controls in
 * a name are not dropped but refused by the server, as all that deceives in names.
 */
const personName = z
  .string()
  .trim()
  .overwrite((name) => (isVisible(name) ? name.normalize('NFC').replaceAll('\uFE0F', '') : ''))
  .min(1, 'Enter a name or leave this empty.')
  .max(nameMaxLength, `A name can have up to ${nameMaxLength} characters.`)
  .nullable();

/**
 * Changes; fields left out stay. `town`: a place of the region as typed, which the server checks.
 * `avatarImage`: the address of a picture that the user uploaded.
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

/** The user's own address, typed as a confirmation. */
export const deleteAccountInput = z.object({ email: z.string().trim().max(254) });

export type AccountSettings = z.output<typeof accountSettings>;
export type AccountSettingsInput = z.output<typeof accountSettingsInput>;

/** A browser that is signed in. `device`: such as 'Firefox on Windows'. */
const sessionView = z.object({
  id: z.string(),
  device: z.string(),
  createdAt: z.iso.datetime(),
  /** Updated once an hour. */
  lastSeenAt: z.iso.datetime(),
  /** Whether this session made the request. */
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

/** Both lists are ordered by last use, newest first. */
export const devicesView = z.object({
  sessions: z.array(sessionView),
  trustedDevices: z.array(trustedDeviceView),
});

/** Where the user can download their data for a few minutes. */
export const exportView = z.object({ url: z.string() });

export type DevicesView = z.output<typeof devicesView>;
