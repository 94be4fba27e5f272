import { expect, test } from 'vitest';
import { sendingAfter } from './send-message.ts';

const answered = (httpStatus: number, retryAfter?: number) => ({
  message: 'In the words of the server.',
  data: { httpStatus, retryAfter },
});

test('retries when the server is not reached or is unavailable', () => {
  for (const error of [
    new TypeError('Failed to fetch'),
    answered(502),
    answered(503),
    answered(504),
  ]) {
    expect(sendingAfter(error, 100)).toEqual({ outcome: 'later' });
  }
});

test('waits as long as a rate limit says, and gives up if that is long', () => {
  expect(sendingAfter(answered(429, 17), 0)).toEqual({ outcome: 'later', afterMs: 17_000 });
  expect(sendingAfter(answered(429, 3_600), 0).outcome).toBe('refused');
});

test.each([400, 403, 404, 409])("a %i refusal shows the server's text", (status) => {
  const isInvalid = status === 400;
  const refused = { outcome: 'refused', error: 'In the words of the server.', isInvalid };
  expect(sendingAfter(answered(status), 0)).toEqual(refused);
});

test('gives up on a message after repeated internal errors', () => {
  expect(sendingAfter(answered(500), 7)).toEqual({ outcome: 'later' });
  expect(sendingAfter(answered(500), 8)).toEqual({
    outcome: 'refused',
    error: 'Failed to send message. Please try again.',
    isInvalid: false,
  });
});
