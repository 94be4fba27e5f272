import { describe, expect, it } from 'vitest';
import { isolated } from './direction.ts';
import { cleanLine, cleanText, isVisible, shortened, visibleText } from './plain-text.ts';
import { storableText } from './storable-text.ts';

describe('visible text', () => {
  it.each([
    ['nothing', ''],
    ['spaces of all kinds', ' \t\n\r\u00a0\u1680\u2000\u2009\u202f\u205f\u3000\u2028\u2029'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff\u180e'],
    ['a soft hyphen', '\u00ad'],
    ['invisible operators', '\u2061\u2062\u2063\u2064\u206a\u206f'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['a Braille blank', '\u2800'],
    ['Khmer inherent vowels', '\u17b4\u17b5'],
    ['variation selectors', '\ufe0f\ufe00\u{e0100}\u180b'],
    ['a combining grapheme joiner', '\u034f'],
    ['tags', '\u{e0001}\u{e0041}\u{e007f}'],
    ['direction controls', '\u202e\u2066\u2069\u200e\u200f\u061c'],
    ['control characters', '\u0001\u0007\u001b\u007f\u0085'],
    ['combining marks without a letter', '\u0301\u20dd\u0903'],
    ['unassigned and private characters', '\u0378\ue000\u{f0000}\u{10fffe}\ufffe'],
    ['an anchor of an object', '\ufffc'],
    ['other blanks', '\u{13441}\u{13442}\u{1d159}\u{1d173}'],
    ['all of these together', ' \u200b\u3164\u0301\u2800\u{e0041}\n\ufe0f'],
  ])('excludes %s', (_what, text) => {
    expect(isVisible(text)).toBe(false);
    expect(visibleText(text)).toBe('');
    expect(cleanLine(text)).toBe('');
    expect(cleanText(text)).toBe('');
    expect(storableText().trim().min(1).safeParse(text).success).toBe(false);
  });

  it.each([
    'a',
    '0',
    '.',
    '👍',
    '👩‍👩‍👧‍👦',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    'क्\u200dष',
    'e\u0301',
    'שלום',
    ' \u200bx\u200b ',
    '〇',
    'ㅋ',
  ])('is unchanged: %j', (text) => {
    expect(isVisible(text)).toBe(true);
    expect(storableText().parse(text)).toBe(text);
  });
});

it.each([
  ['overrides', 'Chair \u202egnp.exe', 'Chair gnp.exe'],
  ['embeddings and isolates', '\u202aa\u202b\u202c\u202d\u2066b\u2067\u2068\u2069', 'ab'],
  ['direction marks in left-to-right text', '\u200fOak\u200e desk\u061c', 'Oak desk'],
  ['overrides in right-to-left text', '\u202dשולחן\u202c', 'שולחן'],
])('removes %s from stored text', (_what, text, stored) => {
  expect(storableText().parse(text)).toBe(stored);
  expect(cleanLine(text)).toBe(stored);
  expect(cleanText(text)).toBe(stored);
});

it('keeps the direction marks of right-to-left text, which order its punctuation', () => {
  expect(storableText().parse('מדריך C++\u200f')).toBe('מדריך C++\u200f');
  expect(storableText().parse('\u061cدليل iPhone')).toBe('\u061cدليل iPhone');
});

it.each([
  ['Oak desk', 'Oak desk'],
  ['Zoë 李', 'Zoë 李'],
  ['שולחן', '\u2068שולחן\u2069'],
  ['Desk طاولة', '\u2068Desk طاولة\u2069'],
  ['', ''],
])('isolates right-to-left text in a sentence: %j', (text, inSentence) => {
  expect(isolated(text)).toBe(inSentence);
});

it.each([
  ['Oak\n desk ', 8, 'Oak desk'],
  ['Solid oak desk', 10, 'Solid…'],
  ['Oak desk. Pine chair.', 15, 'Oak desk…'],
  ['x'.repeat(30), 10, `${'x'.repeat(9)}…`],
  ['xxx😀😀', 5, 'xxx…'],
])('shortens %j to at most %i characters', (text, maxLength, short) => {
  expect(shortened(text, maxLength)).toBe(short);
});
