/** In UTF-16 code units, as forms count, after trimming. */
export const messageMaxLength = 4000;
export const messagesPerPage = 50;
export const conversationsPerPage = 30;
export const requestsPerPage = 5;
export const searchResultsPerPage = 20;
/** Maximum number of photos in one message. */
export const maxPhotos = 5;
/** How long photos are stored, in days. A reported photo stays as long as the report. */
export const photoDays = 180;
/** Length of a search, after trimming. */
export const searchLength = { min: 2, max: 100 };

/** What the reader of a message can be warned about. */
export const messageWarnings = ['payment', 'codes', 'couriers', 'other'] as const;
export type MessageWarning = (typeof messageWarnings)[number];

/** Days until people see that an admin read their conversation, unless its case is decided before. */
export const readingShownAfterDays = 7;

/** How long a person counts as typing after the last keystroke signal, in ms. */
export const typingLastsMs = 5_000;
