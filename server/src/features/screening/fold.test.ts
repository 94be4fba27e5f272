import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRules } from './compile-rules.ts';
import { fold, joinWords } from './fold.ts';
import { findLink, findPhone } from './links-and-phones.ts';
import { ruleOf } from './screening.fixtures.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'venmo rn$!|@4е\u200b.\u{1f145}ﬁ½ⓥ'), maxLength: 60 }),
);

describe('folding', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: folded } = fold(text);
        expect(fold(folded).text).toBe(folded);
      }),
    );
  });

  it('knows where each letter is in the original', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { text: folded, starts, ends } = joinWords(fold(text), new Set(['venmo', 'move']));
        for (let at = 0; at < folded.length; at += 1) {
          expect(ends[at]).toBeGreaterThan(starts[at] ?? Infinity);
          expect(ends[at]).toBeLessThanOrEqual(text.length);
          expect(starts[at]).toBeGreaterThanOrEqual(starts[at - 1] ?? 0);
        }
      }),
    );
  });

  it.each([
    ['Vénmo, Zelle', 'venmo zeiie'],
    ["don't  -  STOP", 'dont stop'],
    ['vеnmо', 'venmo'],
    ['ｖｅｎｍｏ 🅥🅔🅝🅜🅞 ⓥⓔⓝⓜⓞ 𝓿𝓮𝓷𝓶𝓸', 'venmo venmo venmo venmo'],
    ['v\u200be\u00adn\u2060m\ufeffo', 'venmo'],
    ['Stop! $50 at 4', 'stop so at a'],
  ])('%j is %j', (text, folded) => {
    expect(fold(text).text).toBe(folded);
  });
});

describe('a passage', () => {
  const except = ['venmo * pickup'];
  const rules = [
    ruleOf({ type: 'pattern', parameters: { phrases: ['venmo', 'send me * code*'], except } }),
    ruleOf({ type: 'phone', parameters: {} }),
    ruleOf({ type: 'links', parameters: { allowed: [] } }),
  ];
  const match = compileRules(rules);

  it('is part of what the author typed, whatever that is', () => {
    const bait = fc.constantFrom('v e n m o', 'VENMO', 'send me\u200b the 6-digit code', 'a.com');
    fc.assert(
      fc.property(anyText, bait, anyText, (before, words, after) => {
        const text = `${before} ${words} ${after}`;
        const verdict = match({ kind: 'message', standing: 0, text });
        if (verdict.action === 'allow') return;
        expect(verdict.passage).not.toBe('');
        expect(text).toContain(verdict.passage);
      }),
    );
  });

  it('is found in time that grows with the text, also in hostile ones', () => {
    const hostile = [
      'send me ',
      'a.',
      '1 ',
      '5',
      'a',
      'v e n m o ',
      'venmo x x x pickup ',
      '(',
      'dot ',
    ];
    const started = performance.now();
    for (const piece of hostile) {
      match({ kind: 'message', standing: 0, text: piece.repeat(20_000 / piece.length) });
    }
    expect(performance.now() - started).toBeLessThan(hostile.length * 500);
  });
});

describe('links and phone numbers', () => {
  it.each([
    ['see example.com now', 'example.com'],
    ['go to my-shop dot net', 'my-shop dot net'],
    ['foo (dot) com', 'foo (dot) com'],
    ['HTTPS://X.Y/z', 'HTTPS://X.Y'],
    ['on sub.allowed.org', undefined],
    ['3.5 in. wide, U.S. made, e.g. this', undefined],
  ])('the link in %j is %j', (text, link) => {
    expect(findLink(text, ['Allowed.org'])).toBe(link);
  });

  it.each([
    ['call (518) 555-0123 today', '(518) 555-0123'],
    ['+1 518.555.0123', '+1 518.555.0123'],
    ['five one eight 555 zero one two three', 'five one eight 555 zero one two three'],
    ['model 123456789012, 12180-1234, $1,200', undefined],
  ])('the number in %j is %j', (text, phone) => {
    expect(findPhone(text)).toBe(phone);
  });
});
