import { describe, expect, it } from 'vitest';
import { cpuTime } from '@marketplace/shared/test/cpu-time';
import { plainDescription } from './describe-listing.ts';

describe('plainDescription', () => {
  it.each([
    [
      'plain text as it is',
      'A solid oak chair, 36" tall. Seats one.',
      'A solid oak chair, 36" tall. Seats one.',
    ],
    ['paragraphs', 'One.\r\n\r\n\r\n\r\nTwo.', 'One.\n\nTwo.'],
    [
      'headings and emphasis',
      '# Oak *chair*\n\n**Very** __good__ `wood` ~~oak~~',
      'Oak chair\n\nVery good wood oak',
    ],
    ['underscores of emphasis alone', 'A _fine_ part_no_7', 'A fine part_no_7'],
    [
      'lists, rules and fences',
      '- oak\n* ash\n1. elm\n---\n```\npine\n```',
      'oak\nash\nelm\n\npine',
    ],
    [
      'links by their text',
      'See [the chair](https://evil.example) ![photo](x.png)',
      'See the chair photo',
    ],
    ['tags', '<p>Oak<br>chair</p> <a href="//evil.example">here</a>', 'Oak chair here'],
    ['scripts with their content', 'Oak<script>alert(1)</script> chair<style>p{}', 'Oak chair'],
    ['tags within tags', 'Oak <scr<b>ipt>chair', 'Oak scr ipt chair'],
    [
      'addresses of pages',
      'Oak, see https://evil.example/a?b=c or www.evil.example or evil.com/x',
      'Oak, see or or',
    ],
    ['links held together by what cannot be seen', 'Oak ht\u200Btps://evil.example', 'Oak'],
    ['links held together by Markdown', 'Oak www.**evil**.example', 'Oak'],
    ['e-mail addresses', 'Oak, ask jane.doe+x@mail.example.com', 'Oak, ask'],
    [
      'phone numbers',
      'Oak. Call (518) 555-0123, 518.555.0123, +44 20 7946 0958 or 555-0123.',
      'Oak. Call,, or.',
    ],
    [
      'no sizes, years or prices',
      'Oak, 36 x 24 x 18 in, made 1985-1990, $1200, 100%.',
      'Oak, 36 x 24 x 18 in, made 1985-1990, $1200, 100%.',
    ],
    ['no direction marks', 'Oak \u202Echair', 'Oak chair'],
  ])('turns an answer into plain text: %s', (_, answer, plain) => {
    expect(plainDescription(answer)).toBe(plain);
  });

  it.each([
    '',
    '  ',
    '12345',
    'https://evil.example',
    '***',
    "I can't help with that.",
    'I’m sorry, but no.',
    'Sorry, I cannot.',
  ])('returns null for an answer without words and for a refusal: "%s"', (answer) => {
    expect(plainDescription(answer)).toBeNull();
  });

  it('returns at most 2,000 characters, cut after a sentence or else after a word', () => {
    const sentences = plainDescription('This chair is made of oak. '.repeat(200))!;
    expect(sentences.length).toBeLessThanOrEqual(2_000);
    expect(sentences.endsWith('oak.')).toBe(true);
    const words = plainDescription('oak '.repeat(2_000))!;
    expect(words.length).toBeLessThanOrEqual(2_000);
    expect(words.endsWith('oak')).toBe(true);
  });

  it('stays fast for answers that are made to be slow', () => {
    const pieces = ['<script', '<a', '[', '_a', '-', 'a.', '1', 'a@', '<!--', '* ', ' \n'];
    const texts = pieces.map((piece) => piece.repeat(1_000_000 / piece.length));
    expect(cpuTime(() => texts.forEach((text) => plainDescription(text)))).toBeLessThan(2_000);
  });
});
