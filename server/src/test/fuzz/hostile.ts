import * as fc from 'fast-check';

/** Returns a placeholder for a thing of the world in which the call is made. */
export function placeholder(name: string): string {
  return `«${name}»`;
}

const deep = (depth: number): unknown => {
  let value: unknown = 'the bottom';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { id: value };
  return value;
};

const own = (text: string): unknown => JSON.parse(text);

/** Texts that are known to break software. */
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udc00b',
  '\u202e\u2066right to left',
  '\u200b\ufeff\u00ad',
  '\r\nX-Injected: yes\r\n\r\n',
  '\u001b[31m\u0007\u0008',
  '\ufffe\uffff',
  '👩‍👩‍👧‍👦'.repeat(50),
  'e' + '\u0301'.repeat(500),
  "'; drop table users; --",
  "' or '1'='1",
  "1' union select token_hash from sessions --",
  '%27%20or%201%3D1',
  '%',
  '_%\\',
  '\\',
  '$1',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '//evil.example',
  '/media/../../etc/passwd/1280.webp',
  'uploads/../images/x/320.webp',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e400',
  '0x10',
  '١٢٣',
  '99999999999999999999',
  '2147483648',
  '9223372036854775808',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '00000000-0000-0000-0000-00000000000',
  'a@example.com\nBcc: b@example.com',
  'a@b@c',
  'İ@example.com',
  '& | ! ( ) <-> :*',
  '((((((((((',
  '"unclosed',
  'a'.repeat(5_000),
  'ß '.repeat(3_000),
  '9999-99-99T99:99:99Z',
  '-271821-04-20T00:00:00.000Z',
  Buffer.from('99999999999999_00000000-0000-0000-0000-000000000000').toString('base64url'),
  Buffer.from('0_00000000-0000-0000-0000-000000000000').toString('base64url'),
  Buffer.from('{"at":"x","id":null}').toString('base64url'),
  Buffer.from('[1e308,"\0"]').toString('base64url'),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  // Halves of surrogate pairs at any place.
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0xd700, max: 0xe000 }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
  },
  { weight: 1, arbitrary: fc.constant('x').map((letter) => letter.repeat(70_000)) },
);

const things: unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  0.1,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2 ** 31,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 2_000 }, (_, index) => index),
  { length: 5 },
  own('{"toString":"x","valueOf":null,"then":"x"}'),
  own('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'),
  own('{"$ne":null}'),
  deep(200),
  deep(800),
];

/** Generates any JSON value, mostly of the wrong type for its place. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...things) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Generates bodies that are not JSON, or barely. */
export const hostileBody: fc.Arbitrary<string> = fc.constantFrom(
  '',
  '{',
  '{"id":',
  'null',
  '"text"',
  '1e400',
  '[1e999,-1e999]',
  '[]',
  '[[[]]]',
  '\ufeff{}',
  '{"a":1}garbage',
  '{"id":"\\ud800"}',
  '{"id":"\\u0000"}',
  '{"__proto__":null}',
  '{"id":1,"id":2}',
  "{'id':1}",
  '['.repeat(100_000),
  `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  `{"title":"${'x'.repeat(900_000)}"}`,
  `{"title":"${'x'.repeat(1_100_000)}"}`,
  `[${'1,'.repeat(300_000)}1]`,
  '\0\u0001\u0002',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="../../x.jpg"\r\n\r\nx\r\n--x--',
  'a=1&b=2',
);

/** Generates segments of a path in their encoded form. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%00',
    '%ff',
    '%E0%A4%A',
    '%',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..%5c..%5cwindows',
    '%0d%0aX-Injected:%20yes',
    '.',
    '-1',
    '%F0%9F%98%80',
    'x'.repeat(5_001),
    'null',
    '__proto__',
    '*',
    '1280.webp',
    '1280.webp%00.html',
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 2_000)) || '-'),
);
