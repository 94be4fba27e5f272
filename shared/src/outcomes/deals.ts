/* Messages after a step of a deal: announced in a chat, visible on other pages. */

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

/** The title for a lost race. The server's message says what happened. */
export const lateTitle = 'This just changed';
