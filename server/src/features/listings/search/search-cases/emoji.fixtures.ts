import type { CaseRow } from './types.fixtures.ts';

/** Emoji in titles and in searches, and the words that they stand for. */
export const emojiRows: CaseRow[] = [
  ['Cat tree 🐱', ['🐱', 'cat tree', 'cat 🐱'], ['🐶', '🐰']],
  ['Sweater for a small 🐶', ['dog', '🐶', 'dog sweater'], ['cat', '🐱']],
  ['🐴 blanket, quilted', ['horse blanket', '🐴'], ['🐶', '🐮']],
  ['🎸 strap, tweed', ['guitar', 'guitar strap', '🎸'], ['🥁', 'drum']],
  ['Practice 🥁 pad', ['drum', 'drum pad', '🥁'], ['guitar', '🎸']],
  ['🚲 pump, floor', ['bike pump', 'bicycle pump', '🚲'], ['🏍️', '🚗']],
  ['🏍️ gloves, armored', ['motorcycle gloves', '🏍', '🏍️'], ['🚲', 'bicycle pump']],
  ['Model 🚂 village', ['train village', '🚂'], ['🚲', '🚚']],
  ['👗 for dancing', ['dress', '👗'], ['👖', '👟']],
  ['👟 cleaner kit', ['sneaker cleaner', '👟'], ['👗', '👢']],
  ['⛺ stakes', ['tent', 'tent stakes', '⛺'], ['🎣', '🛶']],
  ['🎣 vest', ['fishing vest', '🎣'], ['⛺', 'tent stakes']],
  ['🎄 stand', ['christmas tree stand', '🎄'], ['🎃', '🎣']],
  ['🎃 carving set', ['pumpkin', '🎃'], ['🎄', 'christmas tree']],
  ['Snare drumsticks, hickory', ['drumsticks', 'drum sticks'], ['🎸', '🎻']],
  ['Student cello', ['cello', 'cellos'], ['🎻', '🎸']],
  ['Violin rosin', ['🎻', 'violin rosin'], ['🎸', '🥁']],
  ['Kayak paddle', ['🛶', 'kayak paddles'], ['⛺', '🎣']],
  ['Laptop riser', ['💻', 'laptop risers'], ['📺', '🎧']],
  ['Sunflower print apron', ['🌻', 'sunflower apron'], ['🌹', '🎃']],
  ['Rose trellis', ['🌹', 'rose trellises'], ['🌻', 'sunflower apron']],
  ['👩🏽‍🌾 apron', ['👩🏽‍🌾', '👩🏽‍🌾 apron'], ['🐮', '🌹']],
];
