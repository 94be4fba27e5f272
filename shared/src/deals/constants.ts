export const offerLastsHours = 48;
/** Lengths in this file are in characters, after trimming. */
export const offerNoteMaxLength = 500;

export const reservationDays = { min: 1, usual: 3, max: 14 };
/** How long the first buyer in line may confirm before it is the next buyer's turn. */
export const lineTurnHours = 12;

export const placeMaxLength = 200;
export const spotNameMaxLength = 120;
export const spotNoteMaxLength = 300;
export const meetupMaxDays = 60;

/** Kinds of public meeting places, named without an address. */
export const publicPlaces = [
  'Police station',
  'Public library',
  'Town hall',
  'Supermarket entrance',
] as const;

/** How long the seller can undo a sale. */
export const undoSaleHours = 24;
/** How long the page of a sold listing stays public. */
export const soldPageDays = 90;
/** Days until a review of a deal becomes visible, unless the other person writes one first. */
export const reviewReleaseDays = 7;
/** A profile shows missed meetups if there are at least `shownFrom` within `withinDays` days. */
export const missedMeetups = { shownFrom: 2, withinDays: 60 };
/** How long after a meetup a person can report that the other one did not come. */
export const noShowDays = 7;
/** Duration of a meetup in calendars. */
export const meetupMinutes = 30;
/** How often a seller can enter a hand-over code per hour. */
export const handoverTries = 5;
/** A hand-over code expires after `max` wrong tries. Every `warnedEvery` notify the buyer. */
export const wrongHandoverTries = { max: 20, warnedEvery: 3 };
