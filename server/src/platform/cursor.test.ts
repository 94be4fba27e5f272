import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeCursor, encodeCursor, pageOfRows } from './cursor.ts';

const position = { at: new Date('2026-11-20T12:34:56.789Z'), id: randomUUID() };

describe('a cursor', () => {
  it('decodes to its position, to the millisecond', () => {
    expect(decodeCursor(encodeCursor(position))).toEqual(position);
  });

  it.each([
    '',
    'x',
    '%',
    '../../etc',
    encodeCursor(position).slice(0, -3),
    `${encodeCursor(position)}=`,
    `${encodeCursor(position)}\n`,
    Buffer.from(`99999999999999999_${position.id}`).toString('base64url'),
    Buffer.from(`-1_${position.id}`).toString('base64url'),
    Buffer.from(`1_${'-'.repeat(36)}`).toString('base64url'),
    Buffer.from(`1_${position.id}'; drop table users; --`).toString('base64url'),
  ])('%j is refused with an issue of its field', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(
      expect.objectContaining({
        code: 'BAD_REQUEST',
        issues: [{ path: 'cursor', message: "This cursor isn't valid." }],
      }),
    );
  });
});

describe('a page', () => {
  const rows = [1, 2, 3].map((n) => ({ at: new Date(n), id: randomUUID() }));
  const same = (row: (typeof rows)[number]) => row;

  it('continues after its last item while there is more', () => {
    const page = pageOfRows(rows, 2, same);
    expect(page.items).toEqual(rows.slice(0, 2));
    expect(decodeCursor(page.nextCursor ?? '')).toEqual(rows[1]);
  });

  it('is the last one when no row is left, whether it is full or empty', () => {
    expect(pageOfRows(rows, 3, same).nextCursor).toBeNull();
    expect(pageOfRows([], 3, same)).toEqual({ items: [], nextCursor: null });
  });
});
