export const maxPasskeys = 10;

/** How many recovery codes a set has. */
export const recoveryCodeCount = 10;

/** How long a proof by a second factor counts for acts that need one, in minutes. */
export const confirmationMinutes = 10;

/** The path of the settings where a user adds a second factor. */
export const factorSettingsPath = '/settings#second-factor';
