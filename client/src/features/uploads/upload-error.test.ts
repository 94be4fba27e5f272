import { describe, expect, test } from 'vitest';
import { namedReason, parseJson, textField } from './upload-error.ts';

describe('the reason of a refusal', () => {
  test('is told with the name of its file, once', () => {
    expect(namedReason('desk.jpg', 'Too many uploads.')).toBe('desk.jpg: Too many uploads.');
    expect(namedReason('desk.jpg', 'desk.jpg is no picture.')).toBe('desk.jpg is no picture.');
  });

  test('is found in an answer of whatever kind', () => {
    expect(textField(parseJson('{"message":"No."}'), 'message')).toBe('No.');
    expect(textField(parseJson('{"message":7}'), 'message')).toBeUndefined();
    expect(textField(parseJson('<h1>Bad Gateway</h1>'), 'message')).toBeUndefined();
    expect(textField(parseJson(''), 'message')).toBeUndefined();
  });
});
