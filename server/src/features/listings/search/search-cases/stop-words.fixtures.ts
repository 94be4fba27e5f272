import type { CaseRow } from './types.fixtures.ts';

/** Searches that consist of stop words, and stop words that do not matter. */
export const stopWordRows: CaseRow[] = [
  ['Her, the film', ['her', 'her film'], ['it', 'us', 'them']],
  ['It, by Stephen King', ['it', 'it stephen king'], ['her', 'us', 'who']],
  ['Them! movie poster, 1954', ['them', 'them poster'], ['it', 'her', 'up']],
  ['Us, Jordan Peele DVD', ['us', 'us dvd'], ['her', 'up', 'who']],
  ['Up, Pixar steelbook', ['up', 'up pixar'], ['us', 'it', 'off']],
  ['The Who tour program', ['who', 'the who', 'the who program'], ['up', 'being there']],
  ['Being There on Betamax', ['being there', 'being there betamax'], ['the who', 'once']],
  ['Once, soundtrack', ['once', 'once soundtrack'], ['being there', 'if']],
  ['If, a poem on parchment', ['if', 'if poem'], ['once', 'her']],
  ['Off spray, 4 cans', ['off', 'off spray'], ['up', 'if']],
  ['Herb drying screen', ['herb', 'herbs'], ['her']],
  ['Italian phrasebook', ['italian', 'italian phrasebooks'], ['it']],
  ['Theme park map', ['theme park', 'park maps'], ['them', 'the who']],
  ['USB hub with four ports', ['usb', 'usb hubs'], ['us']],
  ['Upholstery tacks', ['upholstery', 'upholstery tack'], ['up']],
  ['Whoopee cushion', ['whoopee', 'whoopee cushions'], ['who', 'the who']],
  ['Office stapler, Swingline', ['office stapler', 'staplers'], ['off']],
  ['Shade for the porch', ['shade for porch', 'porch shade', 'a shade for a porch'], []],
  ['Bag of marbles', ['bag of marbles', 'bag marbles', 'a bag of the marbles'], []],
  ['To Kill a Mockingbird', ['to kill a mockingbird', 'kill a mockingbird'], ['to kill a king']],
  ['To Kill a King bootleg', ['to kill a king', 'kill a king'], ['to kill a mockingbird']],
  ['Some Like It Hot lobby card', ['some like it hot', 'like it hot'], ['the who', 'being there']],
  ['Do the Right Thing laserdisc', ['do the right thing'], ['the who', 'us']],
];
