/** A review as written by hand; `null` is a rating without words. */
export type ReviewText = { rating: number; comment: string | null; reply?: string };

export const GOODS_REVIEWS: readonly ReviewText[] = [
  { rating: 5, comment: 'Exactly as described and easy to arrange. Would buy from again.' },
  {
    rating: 5,
    comment: 'Friendly, on time, and even helped me load the car.',
    reply: 'My pleasure. Drive safely with it.',
  },
  { rating: 5, comment: null },
  { rating: 4, comment: 'Good item, fair price. Pickup took a couple of tries to schedule.' },
  { rating: 5, comment: 'Honest about the small flaws, which made it simple to trust the rest.' },
  {
    rating: 4,
    comment: 'A little more wear than I expected, but the seller had said so when I asked.',
  },
  { rating: 5, comment: 'Answered every question within minutes. Thank you.' },
  {
    rating: 3,
    comment: 'Works, but it was dusty and smelled of basement.',
    reply: 'Fair point, I should have wiped it down. Sorry about that.',
  },
  { rating: 5, comment: 'My third purchase here. Always a pleasure.' },
  { rating: 4, comment: null },
  { rating: 5, comment: 'Held it for me over the weekend without any fuss.' },
  { rating: 5, comment: 'Even better in person than in the pictures.' },
  {
    rating: 2,
    comment: 'Did not show up the first time and forgot to tell me. The item itself is fine.',
    reply: 'You are right, I mixed up the days. I knocked ten dollars off and still feel bad.',
  },
  { rating: 4, comment: 'Smooth meeting at the library, exact change, done in five minutes.' },
  { rating: 5, comment: 'Kind people. We ended up talking for half an hour.' },
  { rating: 5, comment: null },
  { rating: 4, comment: 'Price was firm but fair for the quality.' },
  { rating: 5, comment: 'Packed carefully in a blanket. Not a scratch on the way home.' },
  {
    rating: 1,
    comment: 'Sold to somebody else while I was driving over.',
    reply: 'I am sorry. I answer in the order of messages now and say so right away.',
  },
  { rating: 5, comment: 'Everything was clean and complete, with the manual.' },
  { rating: 4, comment: 'Nice seller. Parking was tricky.' },
  { rating: 5, comment: 'Let me test it before paying. That is how it should be.' },
];

export const FOOD_REVIEWS: readonly ReviewText[] = [
  { rating: 5, comment: 'Gone in one evening. We have already ordered again.' },
  {
    rating: 5,
    comment: 'You can taste that it was made with care.',
    reply: 'Thank you. See you next week.',
  },
  {
    rating: 4,
    comment: 'Delicious. I would love a later pickup time during the week.',
    reply: 'Thursdays until seven from now on.',
  },
  { rating: 5, comment: null },
  { rating: 5, comment: 'Fresh, generous, and a nice chat at the door.' },
  { rating: 3, comment: 'Tasty but smaller than I had imagined for the price.' },
];

export const SERVICE_REVIEWS: readonly ReviewText[] = [
  { rating: 5, comment: 'Came when promised, did what was promised, cleaned up afterwards.' },
  {
    rating: 5,
    comment: 'Patient and thorough. I have given the number to two neighbors.',
    reply: 'Much appreciated, both have called.',
  },
  { rating: 4, comment: 'Very good work. Started half an hour late but called ahead.' },
  { rating: 5, comment: 'Explained the price before starting and stuck to it.' },
  {
    rating: 2,
    comment: 'The job was fine in the end, but it took three visits to finish.',
    reply: 'The part came in wrong twice. I did not charge for the extra visits, but I understand.',
  },
  { rating: 5, comment: null },
];
