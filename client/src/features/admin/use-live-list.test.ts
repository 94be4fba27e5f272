import { describe, expect, it } from 'vitest';
import { arrangeRows, noRows, type Rows, shownText } from './use-live-list.ts';

interface Item {
  id: string;
  status?: string;
}

interface Options {
  list?: string;
  isStill?: boolean;
  keepId?: string;
}

function load(rows: Rows<Item>, ids: string, options: Options = {}): Rows<Item> {
  const { list = 'reports', isStill = false, keepId = null } = options;
  const items = [...ids].map((id) => ({ id }));
  return arrangeRows(rows, { type: 'load', list, items, isStill, keepId });
}

const shown = ({ order }: Rows<Item>) => order.join('');
const added = (rows: Rows<Item>) => [...rows.added].join('');

describe('the rows of a live list', () => {
  it('begin as the server lists them', () => {
    expect(shown(load(noRows, 'abc'))).toBe('abc');
    expect(shown(load(noRows, 'abc', { isStill: true }))).toBe('abc');
  });

  it('start from scratch for another list', () => {
    const other = load(load(noRows, 'abc'), 'xb', { list: 'decided', isStill: true });
    expect(shown(other)).toBe('xb');
    expect(added(other)).toBe('');
  });

  it('take new ones in where they belong, and keep the order of those shown', () => {
    const rows = load(load(noRows, 'abc'), 'xabyc');
    expect(shown(rows)).toBe('xabyc');
    expect(added(rows)).toBe('xy');
    expect(shown(load(load(noRows, 'abc'), 'cxab'))).toBe('abcx');
    expect(shown(load(load(noRows, 'abc'), 'xycab'))).toBe('xyabc');
  });

  it('take in pages that were loaded, also while still', () => {
    const rows = load(load(noRows, 'abc'), 'abcde', { isStill: true });
    expect(shown(rows)).toBe('abcde');
    expect(added(rows)).toBe('');
  });

  it('do not move while still, count those that wait, and show them when released', () => {
    const still = load(load(noRows, 'abc'), 'xyac', { isStill: true });
    expect(shown(still)).toBe('abc');
    expect(still.waiting).toBe(2);
    const released = arrangeRows(still, { type: 'release', keepId: null });
    expect(shown(released)).toBe('xyac');
    expect(added(released)).toBe('xy');
    expect(released.waiting).toBe(0);
  });

  it('lose what left the list, except the item to keep', () => {
    expect(shown(load(load(noRows, 'abc'), 'c'))).toBe('c');
    expect(shown(load(load(noRows, 'abc'), 'ac', { keepId: 'b' }))).toBe('abc');
    expect(shown(load(noRows, 'c', { keepId: 'b' }))).toBe('c');
  });

  it('show the newest version of an item, also of one that left the list', () => {
    const left = load(load(noRows, 'abc'), 'ac', { keepId: 'b' });
    const put = arrangeRows(left, { type: 'put', item: { id: 'b', status: 'decided' } });
    expect(put.items.get('b')?.status).toBe('decided');
    expect(shown(put)).toBe('abc');
    expect(load(put, 'ac', { keepId: 'b' }).items.get('b')?.status).toBe('decided');
    const released = arrangeRows(put, { type: 'release', keepId: 'b' });
    expect(released.items.get('b')?.status).toBe('decided');
  });

  it('lose a dropped item also while still', () => {
    const rows = arrangeRows(load(noRows, 'abc'), { type: 'drop', id: 'b' });
    expect(shown(rows)).toBe('ac');
    expect(shown(arrangeRows(rows, { type: 'release', keepId: null }))).toBe('ac');
  });
});

it.each([
  [50, { total: 1234, more: true }, 'Showing 50 of 1,234 messages'],
  [3, { total: 3, more: false }, 'Showing 3 of 3 messages'],
  [1, { total: 1, more: false }, 'Showing 1 of 1 message'],
  [0, { total: 0, more: false }, 'Showing 0 of 0 messages'],
  [12, { total: undefined, more: false }, 'Showing 12 messages'],
  [50, { total: undefined, more: true }, 'Showing the first 50 messages'],
  // The total is a moment behind, or ahead of, the rows.
  [51, { total: 50, more: true }, 'Showing 51 of 51 messages'],
  [4, { total: 5, more: false }, 'Showing 4 of 4 messages'],
])('says of %d rows with %o: %s', (count, about, text) => {
  expect(shownText(count, { ...about, noun: 'message' })).toBe(text);
});
