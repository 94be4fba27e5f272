import { dark, light } from './colour.ts';
import {
  across,
  ball,
  box,
  disc,
  linear,
  oval,
  path,
  poly,
  rect,
  ring,
  shadow,
  sheen,
  slant,
  stroke,
  times,
  tube,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function headphones(s: Sketch): string {
  const c = s.tone;
  const cup = (x: number, side: number) =>
    [
      stroke(`M${x} 470v-70`, '#8f9190', 18),
      rect([x - 66 + side * 22, 450, 132, 270], tube(s, dark(c, 0.55)), 60),
      rect([x - 62 - side * 34, 436, 112, 298], across(s, c), 54),
      rect([x - 38 - side * 34, 474, 60, 222], slant(s, light(c, 0.14)), 30),
    ].join('');
  return [
    shadow(s, [640, 760, 440, 50], 0.6),
    stroke('M370 420C370 120 910 120 910 420', dark(c, 0.25), 44),
    stroke('M374 408C384 140 896 140 906 408', c, 30),
    stroke('M430 320C490 186 790 186 850 320', light(c, 0.3), 8),
    cup(370, 1),
    cup(910, -1),
    stroke('M350 730q40 90 180 60t260 20', '#2d2c2e', 9),
  ].join('');
}

function speaker(s: Sketch): string {
  const one = (x: number) =>
    [
      shadow(s, [x + 160, 812, 250, 36], 0.6),
      box(s, [x, 230, 280, 570, 120], s.tone),
      rect([x + 14, 246, 252, 538], '#2b2a2c', 12),
      disc([x + 140, 380, 74], '#161618') +
        ring([x + 140, 380, 70], '#58585b', 10) +
        disc([x + 140, 380, 40], ball(s, s.accent)),
      disc([x + 140, 620, 118], '#161618') +
        ring([x + 140, 620, 112], '#58585b', 14) +
        disc([x + 140, 620, 90], ball(s, '#3d3b3d')) +
        disc([x + 140, 620, 34], ball(s, s.accent)),
    ].join('');
  return one(240) + one(690);
}

function turntable(s: Sketch): string {
  return [
    shadow(s, [640, 790, 580, 50], 0.6),
    poly(
      [290, 400, 990, 400, 1130, 690, 150, 690],
      linear(s, [light(s.tone, 0.1), light(s.tone, 0.24)]),
    ),
    rect([150, 690, 980, 84], sheen(s, s.tone), 6),
    oval([560, 548, 340, 128], '#4a4b4f') + oval([560, 540, 334, 124], '#18171a'),
    times(
      5,
      (i) =>
        `<ellipse cx="560" cy="540" rx="${310 - i * 40}" ry="${115 - i * 15}" fill="none" stroke="#3d3b40" stroke-width="3"/>`,
    ),
    path('M560 540L300 470q80 -50 190 -54z', '#ffffff', 'opacity="0.12"'),
    oval([560, 540, 100, 38], s.accent) + oval([560, 540, 10, 5], '#f3efe7'),
    disc([980, 470, 42], '#8f9190') + disc([980, 462, 38], ball(s, '#c3c7c9')),
    stroke('M980 462L940 610L800 640', '#dcdfe0', 15) +
      poly([770, 630, 812, 620, 820, 652, 780, 664], '#2d2c2e'),
    oval([1020, 640, 32, 14], '#8f9190') +
      oval([1020, 632, 32, 14], '#dcdfe0') +
      disc([240, 732, 16], '#dcdfe0') +
      rect([980, 722, 90, 20], '#2d2c2e', 10),
    times(2, (i) => rect([200 + i * 790, 772, 90, 24], '#2d2c2e', 10)),
  ].join('');
}

export const AUDIO = {
  headphones: {
    draw: headphones,
    settings: ['studio', 'table'],
    tones: ['black', 'cream', 'blue', 'charcoal', 'orange'],
    focus: [460, 520],
  },
  speaker: {
    draw: speaker,
    settings: ['table', 'studio'],
    tones: ['walnut', 'black', 'oak', 'white'],
    focus: [480, 540],
  },
  turntable: {
    draw: turntable,
    settings: ['table', 'studio'],
    tones: ['walnut', 'black', 'oak'],
    focus: [640, 560],
  },
} as const satisfies Record<string, Subject>;
