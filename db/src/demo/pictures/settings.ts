import { brightness, dark, light, mix } from './colour.ts';
import { disc, FRAME, glow, group, linear, oval, path, poly, rect, stroke, times } from './kit.ts';
import type { Sketch } from './kit.ts';

import { apartFrom } from './ground-colour.ts';
import { driveway, lawn, snow } from './settings-outdoors.ts';

/** Where an item is shown. */
export type Setting =
  | 'room'
  | 'table'
  | 'counter'
  | 'studio'
  | 'lawn'
  | 'driveway'
  | 'snow'
  | 'flat'
  | 'wall';

const WALLS = [
  '#efe6d8',
  '#e4d8c5',
  '#d8ded1',
  '#c6d2cb',
  '#cdd7de',
  '#ead6c2',
  '#b3c0ae',
  '#8ea5a0',
  '#e5c4a0',
  '#5d7b70',
  '#728a9c',
  '#c98f5e',
  '#f3ede3',
] as const;
const WOODS = ['#b98a5c', '#8a6142', '#d3aa78', '#a67a55', '#c9a985', '#6b4a36'] as const;
const { width, height } = FRAME;

function planks(s: Sketch, top: number, colour: string): string {
  const vanish = width * s.random.between(0.35, 0.65);
  const seams = Array.from({ length: 17 }, (_, i) => {
    const foot = -700 + i * 165;
    const head = vanish + (foot - vanish) * 0.42;
    return `M${Math.round(head)} ${top}L${foot} ${height}`;
  });
  return (
    rect(
      [0, top, width, height - top],
      linear(s, [dark(colour, 0.14), colour, light(colour, 0.12)]),
    ) + group(stroke(seams.join(''), dark(colour, 0.5), 2), 'opacity="0.3"')
  );
}

function wallArt(s: Sketch, wall: string): string {
  const left = s.random.chance(0.5) ? s.random.between(40, 120) : s.random.between(1010, 1080);
  const frame = s.random.pick(['#3b332c', '#b58a5a', '#f6f1e8']);
  const paint = mix(s.accent, wall, 0.35);
  return [
    rect([left + 6, 108, 150, 190], dark(wall, 0.25), 2),
    rect([left, 100, 150, 190], frame, 2),
    rect([left + 10, 110, 130, 170], '#f7f1e6'),
    path(`M${left + 24} 250q30 -70 52 -30q24 -60 50 30z`, paint),
    disc([left + 96, 160, 16], light(paint, 0.4)),
  ].join('');
}

function windowLight(): string {
  const panes =
    poly([150, 0, 420, 0, 760, 620, 470, 620], '#fff6df') +
    poly([470, 0, 700, 0, 1050, 620, 800, 620], '#fff6df');
  return group(panes, 'opacity="0.16"');
}

function room(s: Sketch): string {
  const wall = apartFrom(s, WALLS);
  const floor = s.random.pick(WOODS);
  const horizon = Math.round(s.random.between(590, 650));
  const board = brightness(wall) > 0.8 ? dark(wall, 0.06) : light(wall, 0.7);
  return [
    rect(
      [0, 0, width, horizon],
      linear(s, [light(wall, 0.12), wall, dark(wall, 0.08)], 'diagonal'),
    ),
    s.random.chance(0.5) ? wallArt(s, wall) : '',
    s.random.chance(0.5) ? windowLight() : '',
    planks(s, horizon, floor),
    rect([0, horizon - 34, width, 34], linear(s, [board, dark(board, 0.12)])),
    rect([0, horizon - 2, width, 12], linear(s, [dark(floor, 0.5), dark(floor, 0.2)])),
  ].join('');
}

function boards(s: Sketch, top: number, colour: string): string {
  const rows = Array.from({ length: 26 }, (_, i) => {
    const y = Math.round(top + 10 + (i / 26) ** 1.4 * (height - top));
    const x = Math.round(s.random.between(-200, 700));
    const long = Math.round(s.random.between(300, 900));
    return `M${x} ${y}q${long / 4} -5 ${long / 2} 0t${long / 2} 2`;
  });
  return (
    rect(
      [0, top, width, height - top],
      linear(s, [light(colour, 0.24), colour, dark(colour, 0.14)]),
    ) + group(stroke(rows.join(''), dark(colour, 0.5), 2), 'opacity="0.2"')
  );
}

function table(s: Sketch): string {
  const wall = apartFrom(s, WALLS);
  const top = apartFrom(s, WOODS);
  const edge = Math.round(s.random.between(520, 590));
  const far = times(3, () =>
    oval(
      [s.random.between(0, width), s.random.between(80, 360), 260, 220],
      glow(s, light(wall, 0.7), 0.5),
    ),
  );
  return (
    rect([0, 0, width, edge], linear(s, [wall, light(wall, 0.1), dark(wall, 0.12)])) +
    far +
    boards(s, edge, top)
  );
}

function counter(s: Sketch): string {
  const tile = s.random.pick(['#f1ece2', '#cfdad2', '#d4dde2', '#e8d6bf', '#7f9a8d']);
  const top = s.random.pick(['#e9e3d8', '#b98a5c', '#8a6142', '#cfc7ba', '#5b5650']);
  const edge = Math.round(s.random.between(560, 610));
  const joints = times(8, (row) => {
    const y = edge - 80 * (row + 1);
    const marks = Array.from({ length: 9 }, (_, i) => `M${i * 170 - (row % 2) * 85} ${y}v80`);
    return stroke(`M0 ${y}h${width}${marks.join('')}`, light(tile, 0.6), 5);
  });
  return [
    rect([0, 0, width, edge], linear(s, [light(tile, 0.1), tile, dark(tile, 0.14)], 'diagonal')),
    joints,
    rect([0, edge, width, height - edge], linear(s, [light(top, 0.3), top, dark(top, 0.18)])),
    rect([0, edge - 4, width, 8], dark(tile, 0.3)),
  ].join('');
}

function studio(s: Sketch): string {
  const ground = apartFrom(s, [
    '#efe6d8',
    '#dfe4da',
    '#d5dde2',
    '#ecd9c6',
    '#a9bab0',
    '#8fa3b0',
    '#e2b88c',
    '#6d8a7e',
    '#f4efe7',
  ]);
  return (
    rect(
      [0, 0, width, height],
      linear(s, [
        dark(ground, 0.1),
        light(ground, 0.1),
        light(ground, 0.3),
        ground,
        dark(ground, 0.1),
      ]),
    ) + oval([520, 330, 800, 520], glow(s, light(ground, 0.8), 0.7))
  );
}

function flat(s: Sketch): string {
  if (s.random.chance(0.5)) {
    const wood = apartFrom(s, WOODS);
    const seams = Array.from({ length: 6 }, (_, i) => `M0 ${i * 165 + 60}h${width}`);
    return boards(s, 0, wood) + group(stroke(seams.join(''), dark(wood, 0.6), 4), 'opacity="0.5"');
  }
  const cloth = apartFrom(s, WALLS);
  const folds = times(4, (i) =>
    path(
      `M${i * 380 - 260} 0q160 480 60 960h90q120 -480 -60 -960z`,
      i % 2 ? light(cloth, 0.4) : dark(cloth, 0.25),
      'opacity="0.16"',
    ),
  );
  return (
    rect(
      [0, 0, width, height],
      linear(s, [light(cloth, 0.15), cloth, dark(cloth, 0.1)], 'diagonal'),
    ) + folds
  );
}

function wall(s: Sketch): string {
  const paint = apartFrom(s, WALLS);
  const seams = Array.from({ length: 10 }, (_, i) => `M${i * 142 + 30} 0v${height}`);
  return [
    rect(
      [0, 0, width, height],
      linear(s, [light(paint, 0.16), paint, dark(paint, 0.12)], 'diagonal'),
    ),
    s.random.chance(0.6)
      ? group(stroke(seams.join(''), dark(paint, 0.5), 3), 'opacity="0.25"')
      : '',
    s.random.chance(0.4) ? windowLight() : '',
  ].join('');
}

const SETTINGS: Record<Setting, (s: Sketch) => string> = {
  room,
  table,
  counter,
  studio,
  lawn,
  driveway,
  snow,
  flat,
  wall,
};

/** Draws the surroundings of an item, filling the frame. */
export function drawSetting(s: Sketch, setting: Setting): string {
  return SETTINGS[setting](s);
}
