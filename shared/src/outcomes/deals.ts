/*
 * What one hears after a step of a deal in a chat, where the timeline shows it, and reads elsewhere; and what
 * one reads after a failure. A lost race says in the server's words what happened instead.
 */

export const dealTexts = {
  offer: { done: 'Offer sent', failed: "We couldn't send your offer. Please try again." },
  counter: {
    done: 'Counteroffer sent',
    failed: "We couldn't send your counteroffer. Please try again.",
  },
  accept: { done: 'Offer accepted', failed: "We couldn't accept the offer. Please try again." },
  decline: { done: 'Offer declined', failed: "We couldn't decline the offer. Please try again." },
  withdraw: {
    done: 'Offer withdrawn',
    failed: "We couldn't withdraw your offer. Please try again.",
  },
  reserve: { done: 'Reserved', failed: "We couldn't reserve this. Please try again." },
  release: {
    done: 'Reservation released',
    failed: "We couldn't release the reservation. Please try again.",
  },
  joinLine: {
    done: "You're in line",
    failed: "We couldn't add you to the line. Please try again.",
  },
  confirmTurn: { done: 'Reserved for you', failed: "We couldn't confirm this. Please try again." },
  leaveLine: {
    done: 'You left the line',
    failed: "We couldn't take you out of the line. Please try again.",
  },
  meetup: { done: 'Meetup suggested', failed: "We couldn't suggest this. Please try again." },
  acceptMeetup: { done: 'Meetup agreed', failed: "We couldn't accept this. Please try again." },
  declineMeetup: { done: 'Meetup declined', failed: "We couldn't decline this. Please try again." },
  cancelMeetup: {
    done: 'Meetup canceled',
    failed: "We couldn't cancel the meetup. Please try again.",
  },
  status: { done: 'Sent', failed: "We couldn't send this. Please try again." },
  handover: {
    done: 'Sold. The hand-over is confirmed.',
    failed: "We couldn't check the code. Please try again.",
  },
  sold: { done: 'Marked as sold', failed: "We couldn't mark this as sold. Please try again." },
  undoSold: { done: 'Sale undone', failed: "We couldn't undo the sale. Please try again." },
  review: { done: 'Review saved', failed: 'Failed to submit review. Please try again.' },
} as const;
