import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createLogger } from './logger.ts';

/** Returns the line that the logger writes for one entry. */
function written(entry: Record<string, unknown>): string {
  let line = '';
  const stream = new Writable({
    write(chunk, _, done) {
      line += String(chunk);
      done();
    },
  });
  const log = createLogger('info', stream);
  log.info(entry, 'something happened');
  return line;
}

it('logs the method and path of a request, and no search or token', () => {
  const line = written({ req: { method: 'GET', url: '/listings?search=ring&token=abc' } });
  expect(JSON.parse(line).req).toEqual({ method: 'GET', path: '/listings' });
});

it('logs the message and code of an error, and no other properties', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(jane@example.com) already exists.',
    client: { password: 'hunter2' },
  });
  const line = written({ err: new Error('outer', { cause: error }) });
  expect(JSON.parse(line).err).toMatchObject({
    message: 'outer',
    cause: { message: 'duplicate key', code: '23505' },
  });
  expect(line).not.toMatch(/jane@example\.com|hunter2/);
});
