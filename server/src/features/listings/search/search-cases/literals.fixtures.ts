import type { CaseRow } from './types.fixtures.ts';

/** Titles that contain the exact words of a request. */
export const literalRows: CaseRow[] = [
  ['Free Willy videotape', ['free willy', 'free willy videotape'], ['willy wonka']],
  ['Willy Wonka cane', ['willy wonka', 'willy wonka cane'], ['free willy']],
  [
    'New Balance 574, gum sole',
    ['new balance 574', 'new balance', 'balance 574'],
    ['new balance 990'],
  ],
  ['New Balance 990, suede', ['new balance 990', 'new balance'], ['new balance 574']],
  [
    { title: 'Troy Aikman jersey', location: 'Albany' },
    ['troy aikman', 'troy aikman jersey', 'aikman jersey'],
    ['troy polamalu'],
  ],
  [
    { title: 'Troy Polamalu bobblehead', location: 'Schenectady' },
    ['troy polamalu', 'troy polamalu bobblehead'],
    ['troy aikman'],
  ],
  ['Used Books: a history', ['used books a history', 'used books history'], []],
  [
    { title: 'Albany Devils puck', location: 'Troy' },
    ['albany devils', 'albany devils puck'],
    ['new jersey devils'],
  ],
  [
    { title: 'New Jersey Devils scarf', condition: 'fair' },
    ['new jersey devils', 'new jersey devils scarf'],
    ['albany devils'],
  ],
  [
    { title: 'Schenectady locomotive print', location: 'Albany' },
    ['schenectady locomotive', 'schenectady locomotive print'],
    [],
  ],
  ['50 Cent ringtone card', ['50 cent', '50 cent ringtone'], ['5 cent']],
  ['Buffalo nickel, 5 cent', ['5 cent', '5 cent nickel'], ['50 cent']],
  ['Fair Isle sweater vest', ['fair isle', 'fair isle sweater vest'], ['world fair']],
  ["World's Fair spoon", ["world's fair", 'worlds fair spoon'], ['fair isle']],
  [
    { title: 'Good Housekeeping issues', condition: 'fair' },
    ['good housekeeping', 'good housekeeping issues'],
    ['good earth'],
  ],
  [
    { title: 'The Good Earth, first edition', condition: 'poor' },
    ['good earth', 'the good earth'],
    ['good housekeeping'],
  ],
  ["Poor Richard's Almanack", ["poor richard's almanack", 'poor richards'], []],
  ['Under the Dome hardback', ['under the dome', 'under the dome hardback'], []],
  ['Over the Hedge plush', ['over the hedge', 'over the hedge plush'], []],
  ['In Rainbows poster', ['in rainbows', 'in rainbows poster'], ['rainbow loom']],
  ['Rainbow loom', ['rainbow loom', 'rainbow looms'], ['free willy']],
  [
    { title: 'New Yorker cartoons', condition: 'good' },
    ['new yorker', 'new yorker cartoons'],
    ['new york yankees'],
  ],
  [
    { title: 'New York Yankees pennant', condition: 'good' },
    ['new york yankees', 'new york yankees pennant'],
    ['new yorker'],
  ],
  ['Free People tunic', ['free people', 'free people tunic'], ['people magazine']],
  ['People magazine, 1997', ['people magazine', 'people magazines'], ['free people']],
  ['Near-mint Charizard', ['near mint', 'near mint charizard'], []],
];

/** Long searches, some of whose words have to be dropped. */
export const longRows: CaseRow[] = [
  [
    'Garmin Forerunner 245',
    [
      'garmin forerunner 245 with heart rate strap and extra charger',
      'looking for a garmin forerunner 245 in the original packaging please',
    ],
    ['baby jogger with parking brake and rain shield in working order'],
  ],
  [
    'Baby jogger, three wheels',
    ['baby jogger with parking brake and rain shield in working order'],
    ['garmin forerunner 245 with heart rate strap and extra charger'],
  ],
  [
    'Ooni pizza peel',
    ['ooni pizza peel perforated aluminum for outdoor pizzaiolos', 'does anyone sell an ooni peel'],
    ['ludwig snare drum from the sixties with badge and hoops'],
  ],
  [
    'Ludwig snare drum',
    ['ludwig snare drum from the sixties with badge and hoops', 'want to buy a ludwig snare drum'],
    ['ooni pizza peel perforated aluminum for outdoor pizzaiolos'],
  ],
  [
    'Brother knitting machine KH-940',
    [
      'brother knitting machine kh940 with ribber and punch cards',
      'brother kh-940 ribber attachment',
    ],
    ['meade telescope with motorized mount and eyepiece collection'],
  ],
  [
    'Meade telescope, motorized',
    [
      'meade telescope with motorized mount and eyepiece collection',
      'meade telescope eyepieces wanted',
    ],
    ['brother knitting machine kh940 with ribber and punch cards'],
  ],
  [
    'Zildjian ride cymbal',
    ['zildjian ride cymbal twenty inches without cracks or keyholes'],
    ['vitamix container with tamper and dry grains blade', 'ludwig snare drum from the sixties'],
  ],
  [
    'Vitamix container',
    ['vitamix container with tamper and dry grains blade'],
    ['zildjian ride cymbal twenty inches without cracks or keyholes'],
  ],
  [
    'Concertina, Wheatstone',
    ['wheatstone concertina forty eight buttons mahogany ends leather bellows'],
    ['lapidary tumbler with grit and polish for agates'],
  ],
  [
    'Lapidary tumbler',
    ['lapidary tumbler with grit and polish for agates'],
    ['wheatstone concertina forty eight buttons mahogany ends leather bellows'],
  ],
];
