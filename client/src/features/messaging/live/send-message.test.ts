import { expect, test } from 'vitest';
import { sendingAfter } from './send-message.ts';

const answered = (httpStatus: number, retryAfter?: number) => ({
  message: 'In the words of the server.',
  data: { httpStatus, retryAfter },
});

test('what does not reach the server, or what it cannot do now, is tried again', () => {
  for (const error of [
    new TypeError('Failed to fetch'),
    answered(502),
    answered(503),
    answered(504),
  ]) {
    expect(sendingAfter(error, 100)).toEqual({ outcome: 'later' });
  }
});

test('a limit is sat out as long as the server says, unless that is long', () => {
  expect(sendingAfter(answered(429, 17), 0)).toEqual({ outcome: 'later', afterMs: 17_000 });
  expect(sendingAfter(answered(429, 3_600), 0).outcome).toBe('refused');
});

test.each([400, 403, 404, 409])('a %i refusal shows the text of the server', (status) => {
  const refused = { outcome: 'refused', error: 'In the words of the server.' };
  expect(sendingAfter(answered(status), 0)).toEqual(refused);
});

test('a message that the server fails at again and again is given up in the end', () => {
  expect(sendingAfter(answered(500), 7)).toEqual({ outcome: 'later' });
  expect(sendingAfter(answered(500), 8)).toEqual({
    outcome: 'refused',
    error: 'Failed to send message. Please try again.',
  });
});
