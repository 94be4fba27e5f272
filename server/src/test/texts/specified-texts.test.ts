import { expect, test } from 'vitest';
import { patternOf, readProduct } from './sources.ts';
import { specifiedTexts } from './specified-texts.ts';

/** All of the product as one text, where broken lines are whole and quoted quotes read as they will. */
const product = [...readProduct().values()].join('\n').replace(/\s+/g, ' ').replaceAll("\\'", "'");

/** A whole text between quotes or tags, its values filled in there or named to be filled in later. */
const wholeText = (text: string) =>
  new RegExp(`["'\`>}] ?${patternOf(text, String.raw`\$?\{[^{}]+\}`)} ?["'\`<{]`);

test.each(specifiedTexts)('the product says: %s', (text) => {
  expect(wholeText(text).test(product)).toBe(true);
});
