import { expect, it } from 'vitest';
import { isLocalPath } from './next-path.ts';

it.each(['/', '/messages', '/listings?category=home&q=a%2F', '/listings/1#top'])(
  'accepts %s',
  (path) => expect(isLocalPath(path)).toBe(true),
);

it.each([
  '',
  'messages',
  '//evil.example.com',
  '///evil.example.com',
  '/a//b',
  'https://evil.example.com',
  'javascript:alert(1)',
  '/\\evil.example.com',
  '\\\\evil.example.com',
  '/\t/evil.example.com',
  '/\n',
  ' /messages',
])('refuses %j', (path) => expect(isLocalPath(path)).toBe(false));
