/* What one hears after a step of a deal in a chat, where the timeline shows it, and reads elsewhere. */

export const dealTexts = {
  offer: 'Offer sent',
  counter: 'Counteroffer sent',
  accept: 'Offer accepted',
  decline: 'Offer declined',
  withdraw: 'Offer withdrawn',
  reserve: 'Listing reserved',
  release: 'Reservation released',
  joinLine: "You're in line",
  confirmTurn: 'Reserved for you',
  leaveLine: 'You left the line',
  meetup: 'Meetup suggested',
  acceptMeetup: 'Meetup agreed',
  declineMeetup: 'Meetup declined',
  cancelMeetup: 'Meetup canceled',
  status: 'Update sent',
  handover: 'Sold. The hand-over is confirmed.',
  sold: 'Marked as sold',
  undoSold: 'Sale undone',
  review: 'Review saved',
} as const;

/** The title of a lost race; the server says what happened instead. */
export const lateTitle = 'This just changed';
