import { expect, test } from 'vitest';
import { wrapIndex } from './Gallery.tsx';

test.each([
  [0, 3, 0],
  [3, 3, 0],
  [-1, 3, 2],
  [4, 3, 1],
  [-1, 1, 0],
  [0, 0, 0],
])('step %s in a row of %s stands at %s', (index, count, at) => {
  expect(wrapIndex(index, count)).toBe(at);
});
