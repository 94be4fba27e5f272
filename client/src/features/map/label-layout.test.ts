import { expect, it } from 'vitest';
import { type Box, boxOfLabel, type Dot, layOutLabels } from './label-layout.ts';

const dot = (name: string, x: number, y: number): Dot => ({
  name,
  x,
  y,
  radius: 4,
  isMain: false,
});
const anchors = (dots: Dot[], taken: Box[] = []) =>
  layOutLabels(dots, 10, taken).map(({ name, anchor }) => [name, anchor]);

it('puts a label to the right of its circle if there is room', () => {
  expect(layOutLabels([dot('Troy', 100, 100)], 10, [])).toEqual([
    { name: 'Troy', anchor: 'start', x: 106, y: 103.5 },
  ]);
});

it('avoids circles and taken boxes', () => {
  expect(anchors([dot('Troy', 100, 100), dot('Cohoes', 115, 100)])).toEqual([
    ['Troy', 'end'],
    ['Cohoes', 'start'],
  ]);
  const beside = { left: 0, right: 200, top: 98, bottom: 102 };
  expect(anchors([dot('Troy', 100, 100)], [beside])).toEqual([['Troy', 'middle']]);
});

it('leaves out the later label if there is no room for both', () => {
  const crowd = Array.from({ length: 6 }, (_, index) => dot(`Town ${index}`, 100, 100 + index));
  const names = layOutLabels(crowd, 10, []).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThan(crowd.length);
  expect(names[0]).toBe('Town 0');
});

it('puts the label of a main place over later circles if it must', () => {
  const crowd = Array.from({ length: 40 }, (_, index) =>
    dot(`Town ${index}`, 100 + (index % 8) * 9 - 32, 100 + Math.floor(index / 8) * 9 - 18),
  );
  const troy = dot('Troy', 100, 100);
  expect(anchors([troy, ...crowd])).not.toContainEqual(['Troy', 'start']);
  expect(anchors([{ ...troy, isMain: true }, ...crowd])).toContainEqual(['Troy', 'start']);
});

it('keeps labels within the map', () => {
  expect(anchors([dot('Stephentown', 280, 100)])).toEqual([['Stephentown', 'end']]);
});

it('never lets labels overlap, however many there are', () => {
  const dots = Array.from({ length: 120 }, (_, index) =>
    dot(`Place ${index}`, (index * 53) % 300, (index * 97) % 500),
  );
  const boxes = layOutLabels(dots, 9, []).map((label) => boxOfLabel(label, 9));
  expect(boxes.length).toBeGreaterThan(10);
  for (const [index, one] of boxes.entries()) {
    for (const other of boxes.slice(index + 1)) {
      const apart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top ||
        other.bottom <= one.top;
      expect(apart).toBe(true);
    }
  }
});
