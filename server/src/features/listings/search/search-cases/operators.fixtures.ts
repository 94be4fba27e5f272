import type { CaseRow } from './types.fixtures.ts';

/** Words to leave out and phrases in quotes. */
export const operatorRows: CaseRow[] = [
  ['Red kite', ['kite', 'kite -blue', 'red kite -blue', '-green kite'], ['kite -red', '-red kite']],
  ['Blue kite', ['kite -red', '-red kite', 'kite -red -green'], ['kite -blue', '-blue kite']],
  [
    'Green and blue kite',
    ['kite -red', 'kite -purple', '"blue kite"', 'kite -"red kite"'],
    ['kite -green', 'kite -red -green', 'kite -green -purple', 'kite -"blue kite"'],
  ],
  ['Blueberry kite', ['kite -blue', 'kite -red -blue'], ['kite -blueberry', '-blueberry kite']],
  ['Dragon kite', ['kite -tiger', 'kite -red'], ['kite -dragon', 'kite -dragons']],
  [
    'Kites for stunts',
    ['kites -red', 'kite -dragon', 'stunts -red'],
    ['kite -stunts', 'stunt kites -kite'],
  ],
  ['T-square, steel', ['t-square', '"t-square"', 't-square -wood'], ['t-square -steel']],
  ['T-square, wood', ['t-square -steel', 'wood t-square'], ['t-square -wood']],
  [
    'Oak bench, four feet',
    ['"oak bench"', '“oak bench”', '"Oak Bench" four', 'bench -walnut'],
    ['"bench oak"', 'bench -oak', 'bench -"oak bench"'],
  ],
  ['Bench of oak', ['oak bench', 'bench oak -pine', '"bench of oak"'], ['"oak bench"']],
  ['Work bench oak stain', ['"bench oak"', 'oak bench', '"bench oak" stain'], ['"oak bench"']],
  [
    'Walnut bench',
    ['bench -oak', '"walnut bench"', '-oak bench'],
    ['bench -walnut', '"oak bench"'],
  ],
  ['Oak park bench', ['oak bench', '"park bench"', '"oak park bench"'], ['"oak bench"']],
  [
    'Brass candle snuffer',
    ['snuffer -silver', '"brass candle"', '"candle snuffer"'],
    ['snuffer -brass'],
  ],
  [
    'Silver candle snuffer',
    ['snuffer -brass', '"silver candle"'],
    ['snuffer -silver', '"brass candle"'],
  ],
  [
    'Candle snuffer, brass',
    ['"candle snuffer"', 'brass candle'],
    ['"brass candle"', 'snuffer -brass'],
  ],
  [
    'Sled dog harness',
    ['"sled dog"', 'harness -cat'],
    ['"dog sled"', 'harness -sled', 'harness -dogs'],
  ],
  [
    'Dog sled runner',
    ['"dog sled"', 'runner -cat'],
    ['"sled dog"', 'runner -dog', 'runner -sleds'],
  ],
];
