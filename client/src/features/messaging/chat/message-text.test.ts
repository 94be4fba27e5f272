import { describe, expect, test } from 'vitest';
import { isEmojiOnly, linkify } from './message-text.ts';

const links = (message: string) => linkify(message).flatMap((part) => part.href ?? []);

describe('linkify', () => {
  test('plain text is one part', () => {
    expect(linkify('Is it still available?')).toEqual([{ text: 'Is it still available?' }]);
    expect(linkify('')).toEqual([]);
  });

  test('an address becomes a link between the texts around it', () => {
    expect(linkify('see https://example.com/a?b=c#d for more')).toEqual([
      { text: 'see ' },
      { text: 'https://example.com/a?b=c#d', href: 'https://example.com/a?b=c#d' },
      { text: ' for more' },
    ]);
  });

  test('punctuation that ends the sentence is not part of the address', () => {
    expect(links('Look: http://example.com/x.')).toEqual(['http://example.com/x']);
    expect(links('(https://example.com/x), https://example.com/y!')).toEqual([
      'https://example.com/x',
      'https://example.com/y',
    ]);
  });

  test('brackets that belong to the address stay', () => {
    expect(links('https://example.com/Troy_(New_York)')).toEqual([
      'https://example.com/Troy_(New_York)',
    ]);
  });

  test("an address that begins with 'www.' links to https", () => {
    expect(linkify('www.example.com')).toEqual([
      { text: 'www.example.com', href: 'https://www.example.com/' },
    ]);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'JaVaScRiPt://example.com/%0aalert(1)',
    'ftp://example.com',
    'mailto:someone@example.com',
    'https://',
    'http://nowhere',
    'https://example.com@evil.example/',
    'xhttps://example.com',
  ])('%s is not a link', (message) => {
    expect(links(message)).toEqual([]);
  });

  test.each([
    ['https://аpple.com/x', 'xn--pple-43d.com'],
    ['www.paypal.com.account.evil.example/login', 'www.paypal.com.account.evil.example'],
    ['HTTPS://Example.com/x', undefined],
    ['https://www.example.co.uk', undefined],
    ['https://example.com:8080/x', undefined],
  ])('%s names the host %s', (address, host) => {
    expect(linkify(address)[0]?.host).toBe(host);
  });

  test('no character is lost or doubled', () => {
    const message =
      '<b>(www.a.com), https://b.com/?q="x"</b> javascript:https://c.com\n😀www.d.com…';
    expect(
      linkify(message)
        .map((part) => part.text)
        .join(''),
    ).toBe(message);
  });
});

test.each(['👍', '❤️', '👍🏽', '🇺🇸', '👩‍👩‍👧', '😀🎉👏'])('%s counts as emoji only', (content) => {
  expect(isEmojiOnly(content)).toBe(true);
});

test.each(['', '5', '#', 'ok 👍', '😀😀😀😀', '…', '120'])(
  '%j does not count as emoji only',
  (content) => {
    expect(isEmojiOnly(content)).toBe(false);
  },
);
