import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchDocument } from './document.ts';
import { wordsOf } from './words.ts';

const textsOf = (text: string) => wordsOf(text).map((word) => word.text);

describe('words', () => {
  it.each([
    ['Vintage T-Shirt', ['vintage', 'tshirt']],
    ["Men's boots", ['mens', 'boots']],
    ['MEN’S BOOTS', ['mens', 'boots']],
    ['Wi‑Fi 6', ['wifi', '6']],
    ['Canon EOS-80D', ['canon', 'eos80d']],
    ['8 ft, 8 feet, 8-foot, 8ft. and 8′', ['8ft', '8ft', '8ft', '8ft', 'and', '8ft']],
    ['32" TV and 32in TV', ['32in', 'tv', 'and', '32in', 'tv']],
    ['3 in 1 stroller', ['3', 'in', '1', 'stroller']],
    ['9½ 9 1/2 9.50', ['9.5', '9.5', '9.5']],
    ['½" 1/2 inch', ['0.5in', '0.5in']],
    ['24/7', ['247']],
    ["8' x 10' rug, 8x10, 8 by 10, 8 × 10 ft", ['8x10', 'rug', '8x10', '8x10', '8x10']],
    ['6\'2"', ['6ft', '2in']],
    ['1,200 sq. ft.', ['1200sqft']],
    ['25# and 25 lbs', ['25lb', 'and', '25lb']],
    ["80's and '80s", ['80s', 'and', '80s']],
    ['H&M', ['hm']],
    ['salt & pepper', ['salt', 'and', 'pepper']],
    ["Rock 'n' roll", ['rock', 'and', 'roll']],
    ['lamp w/ shade w/o bulb', ['lamp', 'with', 'shade', 'without', 'bulb']],
    ['T.V. and U.S.A.', ['tv', 'and', 'usa']],
    ['Crème brûlée, Straße, Ø, Łódź', ['creme', 'brulee', 'strasse', 'o', 'lodz']],
    ['ＦＵＬＬ width', ['full', 'width']],
    ['LEGO® set', ['lego', 'set']],
    ['Cat🐱tree 👍🏽', ['cat', '🐱', 'tree', '👍']],
    ['so\u00ADfa \u200Bbed', ['sofa', 'bed']],
    ['six foot, T-en', ['6ft', '10']],
    ['!!! \0 \ud800 --', []],
  ])('of %j are %j', (text, words) => {
    expect(textsOf(text)).toEqual(words);
  });

  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          ...[
            '8',
            '1/2',
            ' ',
            '-',
            '.',
            "'",
            '"',
            'ft',
            'in',
            'inch',
            'x',
            'by',
            '½',
            '&',
            'n',
            'w/',
          ],
          ...['o', 'M2', 'T', 'shirt', '🐱', '10', ',', '000', '#', '%', 'é', 'sq', '/', '4', '+'],
        ),
        { maxLength: 16 },
      )
      .map((parts) => parts.join('')),
  );

  it('are unchanged when they are split again', () => {
    fc.assert(
      fc.property(text, (some) => {
        const words = textsOf(some);
        expect(textsOf(words.join(' '))).toEqual(words);
      }),
      { numRuns: 20_000, seed: 20_261_126 },
    );
  });

  it('make a valid search document for any text', () => {
    fc.assert(
      fc.property(text, (some) => {
        const listing = { title: some, category: '', location: some, description: some };
        expect(searchDocument(listing)).toMatch(/^'='(?: '[^'\\\0]+':\d+[ACD](?:,\d+[ACD])*)*$/);
      }),
      { numRuns: 1_000, seed: 20_261_126 },
    );
  });
});
