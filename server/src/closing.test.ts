import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createClosing } from './server.ts';

function closingWithLog() {
  const lines: { msg: string; err: { message: string } }[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { closing: createClosing(log), lines };
}

it('closes in reverse order, once', async () => {
  const { closing } = closingWithLog();
  const closed: string[] = [];
  closing.push(async () => closed.push('database'));
  closing.push(async () => closed.push('app'));
  await closing.close();
  await closing.close();
  expect(closed).toEqual(['app', 'database']);
});

it('runs all steps if one throws, and throws the first error', async () => {
  const { closing, lines } = closingWithLog();
  const closed: string[] = [];
  closing.push(async () => closed.push('database'));
  closing.push(() => Promise.reject(new Error('the bus is stuck')));
  closing.push(() => {
    throw new Error('the app is stuck');
  });
  await expect(closing.close()).rejects.toThrow('the app is stuck');
  expect(closed).toEqual(['database']);
  expect(lines.map(({ err }) => err.message)).toEqual(['the app is stuck', 'the bus is stuck']);
});
