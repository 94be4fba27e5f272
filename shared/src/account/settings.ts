import * as z from 'zod';
import { nameMaxLength, usernameHelp, usernamePattern } from './constants.ts';

/** What users decide about their account. `showPresence`: others see them online, and when last. */
export const accountSettings = z.object({ showPresence: z.boolean() });

/** Written with composed accents, and without what only asks for an emoji in color. */
const personName = z
  .string()
  .trim()
  .overwrite((name) => name.normalize('NFC').replaceAll('\uFE0F', ''))
  .min(1, 'Write a name, or leave it out.')
  .max(nameMaxLength, `A name has at most ${nameMaxLength} characters.`)
  .nullable();

/** What is to change; the rest stays. `avatarImage`: the address of a picture that one uploaded. */
export const accountSettingsInput = accountSettings
  .extend({
    firstName: personName,
    lastName: personName,
    username: z.string().regex(usernamePattern, usernameHelp),
    avatarImage: z.string().max(300).nullable(),
  })
  .partial();

/** The own address, typed as a confirmation. */
export const deleteAccountInput = z.object({ email: z.string().trim().max(254) });

export type AccountSettings = z.output<typeof accountSettings>;
export type AccountSettingsInput = z.output<typeof accountSettingsInput>;
