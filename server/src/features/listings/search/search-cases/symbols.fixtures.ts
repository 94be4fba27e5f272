import type { CaseRow } from './types.fixtures.ts';

/**
 * Ampersands, slashes, apostrophes, periods and hyphens that some people type and others do not.
 */
export const symbolRows: CaseRow[] = [
  ['H&M dress, floral', ['h&m', 'h and m', 'h & m dress', 'H＆M'], ['m&m', 'a&w']],
  ['M&M candy dispenser', ['m&m', 'm and m', 'm & m dispenser', 'm&ms'], ['h&m', 'h and m']],
  ['A&W mug, frosted', ['a&w', 'a and w', 'a & w mug'], ['at&t', 'h&m']],
  ['AT&T rotary dial set', ['at&t', 'at and t', 'at & t'], ['a&w', 'm&m']],
  ['D&D dungeon tiles', ['d&d', 'd and d', 'd & d tiles'], ['a&w', 'b&d']],
  ['B&D router bits', ['b&d', 'b and d', 'b & d'], ['d&d', 'd and d']],
  ['R/C car, Traxxas', ['rc car', 'r/c car', 'r c car', 'r-c car'], ['a/v', 'j crew']],
  ['A/V switch box', ['av switch', 'a/v', 'a v switch'], ['rc car', 'r/c car']],
  ['AC/DC tour shirt', ['ac/dc', 'acdc', 'ac dc', 'ac-dc'], ['dc comics', 'air conditioner']],
  ['DC Comics mug', ['dc comics', 'dc comic', 'd.c. comics'], ['ac/dc', 'acdc']],
  ['Wi-Fi dongle', ['wifi', 'wi fi', 'wi-fi dongles'], ['hi-fi']],
  ['Hi-Fi cabinet', ['hifi', 'hi fi', 'hi-fi'], ['wi-fi', 'wifi']],
  ["Levi's trucker hat", ["levi's", 'levis', 'levi’s', 'levi'], ["reese's", "lee's"]],
  ["Reese's vending wrap", ["reese's", 'reeses', 'reese’s'], ["levi's", "lee's"]],
  ["Lee's garage sign", ["lee's", 'lees garage', 'lee’s'], ["reese's", 'levis']],
  ["O'Keeffe lithograph", ["o'keeffe", 'okeeffe', 'o keeffe', 'O’Keeffe'], ["o'brien"]],
  ["O'Brien wakeboard", ["o'brien", 'obrien', 'o brien', 'o’brien'], ["o'keeffe", 'okeeffe']],
  ['Dr. Seuss lunchbox', ['dr seuss', 'dr. seuss', 'Dr.Seuss'], ['dr pepper']],
  ['Dr Pepper thermometer', ['dr. pepper', 'dr pepper'], ['dr. seuss']],
  ['J.Crew cardigan', ['j crew', 'jcrew', 'j. crew', 'j-crew'], ['l.l.bean', 'crew neck']],
  ['Crew-neck pullover', ['crew neck', 'crewneck', 'crew-neck'], ['j.crew', 'v-neck']],
  ['V-neck pullover', ['v neck', 'vneck', 'v-neck'], ['crew neck']],
  ['L.L.Bean duck tote', ['ll bean', 'l.l. bean', 'llbean', 'L L Bean'], ['j crew', 'mr bean']],
  ['Mr. Bean puppet', ['mr bean', 'mr. bean', 'Mr.Bean'], ['ll bean']],
  ['Salt + pepper mills', ['salt and pepper', 'salt & pepper', 'salt/pepper'], ['dr pepper']],
  ['Spider-Man mask', ['spiderman', 'spider man', 'spider-man'], ['spider plant']],
  ['Spider plant cutting', ['spider plants', 'spider-plant'], ['spiderman', 'spider-man']],
  ['X-Men #1 in sleeve', ['xmen', 'x men', 'x-men', 'x-men #1'], ['spiderman']],
  ['Tic-tac-toe cubes', ['tic tac toe', 'tic-tac-toe'], []],
  ['LEGO® pirate ship', ['lego pirate ship', 'lego® pirate'], ['legolas']],
  ['Legolas cosplay bow', ['legolas', 'legolas bow'], ['lego', 'lego®']],
  ['“Mint” gramophone needle', ['mint gramophone', '“mint” gramophone'], []],
];
