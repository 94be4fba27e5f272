import type { Dialogue } from './dialogue.ts';

/** About things for the house, and lessons in it. */
export const indoorDialogues: readonly Dialogue[] = [
  {
    listing: 'Walnut mid-century writing desk',
    lines: [
      'b: Hi, is the desk still here? I have been looking for one this size for months.',
      's: It is. You are the first to write.',
      'b: Would it fit in the back of a small wagon with the seats down?',
      's: The legs unscrew, so yes. The top is 54 by 26 inches.',
      'b: Perfect. Would you take 260 if I come today?',
      's: 270 and I help you carry it.',
      'b: Deal. After five?',
      's: Five thirty works. The porch light will be on.',
      'b: On my way.',
      's: Hope it serves you well. Let me know how it looks in its new room.',
      'b: It looks as if it had always been here. Thank you.',
    ],
  },
  {
    listing: 'Three-seat sofa in river green velvet',
    lines: [
      'b: Is the velvet a dark green or more of a teal? My screen cannot be trusted.',
      's: Dark green, like a wine bottle. I can send a picture in daylight tomorrow.',
      'b: That would help a lot, thank you.',
      's: Cloudy today but here it is true to color. You can also come and sit on it.',
      'b: Saturday morning?',
    ],
  },
  {
    listing: '35 mm film camera with 50 mm lens',
    lines: [
      'b: Does the light meter take a battery that one can still buy?',
      's: It does, the drugstore has them. A fresh one is already in.',
      'b: Could I see the scans from the test roll?',
      's: Of course. I will bring prints when we meet. Cohoes library parking lot?',
      'b: Good for me. Thursday at six?',
      's: See you then.',
    ],
  },
  {
    listing: 'Piano lessons for beginners of any age',
    lines: [
      'b: My daughter is six. Is that too young?',
      's: Not at all, if she can sit still for a song. The first lesson will tell us.',
      'b: She can sit still for one song, not for two.',
      's: That is how everybody starts. Tuesday at four?',
      'b: We will be there, thank you.',
    ],
  },
  {
    listing: 'Oak farmhouse dining table, seats six',
    lines: [
      'b: Do the legs come off?',
      's: They do, eight bolts. I will have the wrench ready.',
      'b: Any wobble?',
      's: None. My kids did handstands on it, not that I allowed it.',
      'b: Sold. Could I come Monday evening with a friend?',
      's: Monday after six.',
      'b: Thank you, it is in the dining room now and the kids love it.',
    ],
  },
  {
    listing: 'Game console with two controllers',
    lines: [
      'b: Would you take 200?',
      's: Sorry, 250 is as low as I want to go right now.',
      'b: OK, let me think about it.',
    ],
  },
  {
    listing: 'Hand-knotted wool rug, 5 by 8',
    lines: [
      'b: Is the back of the rug cotton? I have a dog with opinions.',
      's: Cotton foundation, wool pile. We had a dog too and it was washed since.',
      'b: Great. Can you hold it until payday on Friday?',
      's: I can hold it until Friday evening.',
    ],
  },
  {
    listing: 'Acoustic guitar with songbooks',
    lines: [
      'b: Hi. Is it good for someone who has never played?',
      's: It is what I learned on. The strings are light.',
      'b: Lovely. My wife is turning fifty. Can you keep a secret until the 12th?',
      's: I will even tune it that morning.',
    ],
  },
  {
    listing: 'Interior painting, walls and trim',
    lines: [
      'b: Two bedrooms and a hallway, what would that be?',
      's: Roughly 850 for labor. I would like to see the walls first.',
      'b: There is some old wallpaper in one of them.',
      's: That adds a day. Could I stop by on Thursday?',
      'b: Thursday after four is fine.',
      's: I will bring color cards.',
      'b: Thanks, the hallway looks twice as big.',
    ],
  },
  {
    listing: 'Gold ring with a green stone, boxed',
    lines: [
      'b: May I have the ring looked at by a jeweler before I buy?',
      's: Of course, I would do the same. The one on Jay Street did the appraisal.',
      'b: Could we meet there on Saturday at eleven?',
      's: I will call them to be sure they are open.',
    ],
  },
  {
    listing: 'Stand mixer in red with three tools',
    lines: [
      'b: How loud is it on high?',
      's: Like a mixer, so I would not do it during a phone call. On two it hums.',
      'b: Fair. Can I come and see it run?',
      's: Any evening. Bring flour and we make it earn its price.',
    ],
  },
  {
    listing: 'Box of 40 jazz records',
    lines: [
      'b: Could you send me the list of titles?',
      's: Typing it up tonight. Any label you care about?',
      'b: Mostly the late fifties. I have a dealer friend who will be jealous.',
      's: Then you will like the first ten.',
      'b: I will take them all. Pickup on Sunday?',
      's: Sunday after two. There is coffee.',
    ],
  },
  {
    listing: 'Queen bed frame with slatted headboard',
    lines: [
      'b: Does this work without a box spring?',
      's: Yes, the slats are close together. Just your mattress.',
      'b: Great, can you take it apart before I come?',
      's: Already done.',
    ],
  },
  {
    listing: 'Unlocked phone, 128 GB, blue',
    lines: [
      'b: Is it paid off and not locked to an account?',
      's: Paid off, signed out, reset. You can put your card in when we meet.',
      'b: Great. Would the grocery store parking lot work, by the entrance?',
      "s: Yes. Five o'clock?",
      'b: Five is good.',
      's: Running ten minutes late, sorry.',
      'b: No problem, I am getting bread.',
      's: All good? Did the card work?',
      'b: Works perfectly, thank you.',
    ],
  },
  {
    listing: 'Heavy duty sewing machine',
    lines: [
      'b: Would it sew two layers of canvas? I make tote bags.',
      's: Four layers, with a size 16 needle. I made awnings with it.',
      'b: That settles it. Is tomorrow morning possible?',
    ],
  },
];
