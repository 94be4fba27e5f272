/** How long an offer stays open. */
export const offerLastsHours = 48;
/** Of the word beside an offer, after trimming. */
export const offerNoteMaxLength = 500;

/** How long a listing is reserved, in days. */
export const reservationDays = { min: 1, usual: 3, max: 14 };
/** How long the first in line has the listing before the next one gets it. */
export const lineTurnHours = 12;

/** Of the place of a meetup in words, after trimming. */
export const placeMaxLength = 200;
/** Of a place to meet that admins keep, after trimming. */
export const spotNameMaxLength = 120;
export const spotNoteMaxLength = 300;
/** How far ahead a meetup can be proposed. */
export const meetupMaxDays = 60;

/** Kinds of public places to meet at, named without an address. */
export const publicPlaces = [
  'Police station',
  'Public library',
  'Town hall',
  'Supermarket entrance',
] as const;

/** How long a sale can be undone. */
export const undoSaleHours = 24;
/** How long the page of a sold listing can be read. */
export const soldPageDays = 90;
/** After this many days a review of a deal shows, even if the other person has written none. */
export const reviewReleaseDays = 7;
/** Missed meetups show in a profile from this many on, within this many days. */
export const missedMeetups = { shownFrom: 2, withinDays: 60 };
/** How long after a meetup one can say that the other person did not come. */
export const noShowDays = 7;
/** How long a meetup takes in a calendar. */
export const meetupMinutes = 30;
/** How often a seller can enter a hand-over code within an hour. */
export const handoverTries = 5;
/** A hand-over code ends after this many wrong tries; the buyer is notified after each `warnedEvery`. */
export const wrongHandoverTries = { max: 20, warnedEvery: 3 };
