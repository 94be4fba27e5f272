/** Characters after trimming, counted in UTF-16 units as forms count them. */
export const messageMaxLength = 4000;
export const messagesPerPage = 50;
export const conversationsPerPage = 30;
export const foundPerPage = 20;
/** Photos of one message. */
export const maxPhotos = 5;
/** How long photos are kept, in days. Reported ones stay as long as the report. */
export const photoDays = 180;
/** Of what is searched for, after trimming. */
export const searchLength = { min: 2, max: 100 };

/** How long somebody counts as typing after the last sign of it, in milliseconds. */
export const typingLastsMs = 5_000;
