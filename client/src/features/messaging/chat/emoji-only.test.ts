import { expect, test } from 'vitest';
import { isEmojiOnly } from './emoji-only.ts';

test.each(['👍', '❤️', '👍🏽', '🇺🇸', '👩‍👩‍👧', '😀🎉👏'])('%s stands alone', (content) => {
  expect(isEmojiOnly(content)).toBe(true);
});

test.each(['', '5', '#', 'ok 👍', '😀😀😀😀', '…', '120'])('%j does not', (content) => {
  expect(isEmojiOnly(content)).toBe(false);
});
