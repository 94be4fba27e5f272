import { expect, test } from 'vitest';
import { patternOf, readProduct } from './sources.ts';
import { requiredTexts } from './required-texts.ts';

/** All sources as one text, with joined lines and unescaped quotes. */
const product = [...readProduct().values()].join('\n').replace(/\s+/g, ' ').replaceAll("\\'", "'");

/** Matches a whole text between quotes or tags, with values or placeholders filled in. */
const wholeText = (text: string) =>
  new RegExp(`["'\`>}] ?${patternOf(text, String.raw`\$?\{[^{}]+\}`)} ?["'\`<{]`);

test.each(requiredTexts)('the product says: %s', (text) => {
  expect(wholeText(text).test(product)).toBe(true);
});
