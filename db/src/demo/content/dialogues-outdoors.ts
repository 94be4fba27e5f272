import type { Dialogue } from './dialogue.ts';

/** About wheels, weather, food and everything else out of doors. */
export const outdoorDialogues: readonly Dialogue[] = [
  {
    listing: 'Hardtail mountain bike, 29-inch wheels',
    lines: [
      'b: I am 5 foot 11. Is the large right for me?',
      's: I am the same height and it fits me well.',
      'b: Any chance of a test ride?',
      's: Sure. There is a gravel loop behind the school where I usually take people.',
      'b: Sunday at ten?',
      's: Ten is fine. Bring your own helmet and pedals if you like clips.',
      'b: Rode it home. Great bike, exactly as described.',
      's: Glad it found a rider.',
    ],
  },
  {
    listing: 'Country sourdough, baked Saturday morning',
    lines: [
      'b: Two loaves for this Saturday, please. Is it too late?',
      's: You are in. They come out of the oven at nine.',
      'b: Could one be sliced?',
      's: It can, once it is cool. Say ten?',
      'b: Ten it is.',
    ],
  },
  {
    listing: 'Two-stage snow blower, 24 inch',
    lines: [
      'b: Hello, what is the lowest you would go?',
      's: I would like 450, it was serviced in October and I have the receipt.',
      'b: I can do 430 in cash this afternoon.',
      's: 440 and the can of fuel goes with it.',
      'b: Fine with me. Do you have a ramp?',
      's: Two planks and a lot of practice.',
      'b: Ha. I will be there at three.',
    ],
  },
  {
    listing: '2014 compact sedan, one owner, 88,000 miles',
    lines: [
      'b: Good morning. Would you be open to my mechanic looking at the car?',
      's: Absolutely. Which shop?',
      'b: The one by the traffic circle. They have a slot Wednesday at noon.',
      's: I can bring it there. The service folder is in the glove box.',
      'b: They liked it. Only the rear wipers need replacing.',
      's: I will put new ones on before you pick it up.',
      'b: Then 7,200?',
      's: 7,300 and we have a deal.',
      'b: Agreed. Meet at the bank on Friday?',
      's: Friday at four. I will bring the title.',
    ],
  },
  {
    listing: 'Recreational kayak with paddle, 10 feet',
    lines: [
      'b: Would this carry a 210 pound person?',
      's: Rated to 275. I am 190 and it sits well.',
      'b: Is the foam carrier good for a car without roof racks?',
      's: Yes, straps go through the doors. I will show you.',
      'b: I can come Saturday after the farmers market.',
      's: Works for me.',
    ],
  },
  {
    listing: 'Raw wildflower honey, three jar set',
    lines: [
      'b: Do you still have some from the spring harvest?',
      's: A few sets. The spring one is lighter, this one is summer.',
      'b: Summer is great. Two sets?',
      's: I will put your name on them. They are on the stand by the mailbox, cash in the tin.',
    ],
  },
  {
    listing: 'All-terrain stroller with big wheels',
    lines: [
      'b: Does it fit through a normal front door?',
      's: It is 25 inches wide, so yes.',
      'b: And the trunk of a hatchback?',
      's: Wheels off, yes. They click off in a second.',
      'b: I would like it. Could we meet halfway, maybe at the library in Colonie?',
      's: Good idea. Tomorrow at noon?',
      'b: See you there. I will be the one with the baby.',
    ],
  },
  {
    listing: 'Set of four winter tires on rims',
    lines: [
      'b: Will these fit a 2013 hatchback?',
      's: If your door sticker says 205/55 R16 they will. Please check the bolt pattern as well.',
      'b: It says exactly that.',
      's: Then you are good. I can help you put them in the car.',
      'b: How deep is the tread?',
      's: 7/32 on all four, I measured this morning.',
    ],
  },
  {
    listing: 'Four person tent, used one summer',
    lines: [
      'b: Are all poles straight?',
      's: All straight, I set it up last weekend to be sure.',
      'b: Would you take 80?',
      's: 85 and it is yours.',
      'b: Deal. Tomorrow?',
    ],
  },
  {
    listing: 'Weekday dog walking, 30 minutes',
    lines: [
      'b: Do you have room for a very shy hound, Tuesdays and Thursdays?',
      's: I do. I would come with you the first two times so she knows me.',
      'b: That is so kind. She takes a week to trust anybody.',
      's: Then we take a week. I carry cheese.',
      'b: She loves you already, I think it is the cheese.',
    ],
  },
  {
    listing: 'Pair of Adirondack chairs, blue',
    lines: [
      'b: Would you sell only one?',
      's: I would rather keep the pair together, they are used to each other.',
      'b: Understood, then both. Is cash fine?',
      's: Cash is best.',
      'b: See you by the boat launch at nine?',
      's: Nine. The truck with the red canoe.',
    ],
  },
  {
    listing: 'Wooden toy blocks, full crate',
    lines: [
      'b: Are they painted or natural?',
      's: Painted, water based. A few are natural.',
      'b: Could you leave them on the porch? I can send payment when I pick up.',
      's: They will be in a basket under the bench. Pay when you see them.',
      'b: Got them, thank you. Money is in the mailbox.',
    ],
  },
  {
    listing: 'River green canvas day pack',
    lines: [
      'b: Does a 16 inch laptop fit in the sleeve?',
      's: A 15 inch fits with room, a 16 inch is snug but works if it is a thin one.',
      'b: Thanks. How long does shipping take to Glens Falls?',
      's: It leaves us within two business days and arrives in three to seven.',
    ],
  },
  {
    listing: 'Classic 750 motorcycle, ready to ride',
    lines: [
      'b: What happens on the first try when it is cold?',
      's: It clears its throat. Second try it runs.',
      'b: Has it ever been down?',
      's: A tip over in the driveway once, there is a scratch on the left lever. Never on the road.',
      'b: Appreciate the honesty. I would like to see it this weekend.',
    ],
  },
  {
    listing: 'Moving boxes, about 30, folded flat',
    lines: [
      'b: Are the boxes still available? We move in two weeks.',
      's: They are. Free, as it says, but all of them please.',
      'b: Happy to. Tonight?',
      's: They are in the garage, the side door is open until nine.',
      'b: Picked up. You saved us a fortune.',
      's: Good luck with the move. Pass them on afterwards.',
    ],
  },
];
