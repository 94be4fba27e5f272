import { describe, expect, it } from 'vitest';
import { isLocalPath, localPathOr } from './next-path.ts';

describe('the path that follows a sign-in', () => {
  it.each(['/', '/messages', '/edit-listing/1?tab=a#b', '/listings?search=a%20b', '/a//b'])(
    'may be a path of this site: %s',
    (path) => {
      expect(isLocalPath(path)).toBe(true);
      expect(new URL(path, 'https://site.test').origin).toBe('https://site.test');
    },
  );

  it.each([
    '',
    'messages',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    ' /messages',
    '/a b',
    '/a\u0000b',
    'https://evil.test/',
    'javascript:alert(1)',
  ])('may not be anything else: %j', (path) => {
    expect(isLocalPath(path)).toBe(false);
  });

  it('falls back where there is none or it is refused', () => {
    expect(localPathOr(null)).toBe('/');
    expect(localPathOr('//evil.test', '/home')).toBe('/home');
    expect(localPathOr('/messages')).toBe('/messages');
  });
});
