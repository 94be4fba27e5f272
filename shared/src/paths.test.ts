import { expect, it } from 'vitest';
import { kindOfPath, pages } from './paths.ts';

it.each([
  ['/', 'page'],
  ['/listings?search=desk', 'page'],
  ['/apidocs', 'page'],
  ['/constructor', 'page'],
  ['/api', 'call'],
  ['/api/listings?search=desk', 'call'],
  ['/trpc/auth.me', 'call'],
  ['/media/x/640.webp', 'picture'],
  ['/listings.atom?search=desk', 'feed'],
  ['/assets/a.js', 'file'],
  ['/favicon.svg?1', 'file'],
  ['/.well-known/security.txt', 'file'],
  ['/healthz', 'monitoring'],
  ['/csp-reports', 'report'],
])('classifies %s as a %s', (path, kind) => {
  expect(kindOfPath(path)).toBe(kind);
});

it('gives no page the path of something else', () => {
  expect(Object.keys(pages).map(kindOfPath)).toEqual(Object.keys(pages).map(() => 'page'));
});
