import { dark, light } from './colour.ts';
import {
  across,
  ball,
  clipped,
  disc,
  oval,
  path,
  poly,
  rect,
  shadow,
  sheen,
  slant,
  stroke,
  times,
  tube,
  turn,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function basketball(s: Sketch): string {
  return [
    shadow(s, [650, 800, 380, 50], 0.65),
    disc([640, 510, 290], ball(s, '#d5742f')),
    clipped(
      s,
      'M350 510a290 290 0 1 0 580 0a290 290 0 1 0 -580 0',
      stroke(
        'M350 510q290 90 580 -20M620 220q60 290 20 580M410 280q150 220 30 490M870 290q-140 200 -20 450',
        '#3a241a',
        11,
      ),
    ),
    times(40, (i) =>
      disc(
        [640 + Math.cos(i * 2.4) * i * 6, 500 + Math.sin(i * 2.4) * i * 6, 4],
        '#a9541f',
        'opacity="0.4"',
      ),
    ),
  ].join('');
}

function dumbbells(s: Sketch): string {
  const one = (y: number, k: number) =>
    [
      shadow(s, [640, y + 100 * k, 440 * k, 40], 0.6),
      rect([640 - 160 * k, y - 20 * k, 320 * k, 40 * k], sheen(s, '#c3c7c9'), 14),
      times(
        2,
        (i) =>
          poly(
            [0, 60, 40, -30, 110, -90, 190, -90, 220, 0, 190, 100, 100, 100].map((v, j) =>
              j % 2 ? y + v * k : i ? 640 + (150 + v) * k : 640 - (150 + v) * k,
            ),
            sheen(s, s.tone),
          ) + rect([i ? 640 + 150 * k : 640 - 190 * k, y - 60 * k, 40 * k, 130 * k], '#2b2a2c', 8),
      ),
      times(
        2,
        (i) =>
          disc([i ? 640 + 270 * k : 640 - 270 * k, y, 46 * k], dark(s.tone, 0.3)) +
          disc([i ? 640 + 270 * k : 640 - 270 * k, y, 30 * k], s.accent),
      ),
    ].join('');
  return one(480, 0.92) + one(700, 1.16);
}

function golfClubs(s: Sketch): string {
  const heads = times(6, (i) => {
    const x = 540 + i * 38;
    const top = 130 + ((i * 53) % 90);
    const head =
      i % 2
        ? path(`M${x - 10} ${top}q-60 -10 -70 26q20 26 76 14z`, slant(s, '#c3c7c9'))
        : path(
            `M${x} ${top + 20}q-70 20 -80 -20q0 -44 60 -40q30 10 28 60z`,
            slant(s, i % 4 ? s.accent : '#3a3a3c'),
          );
    return stroke(`M${x} ${top + 10}L${590 + i * 18} 380`, '#b9bcbc', 9) + head;
  });
  return turn(
    [
      shadow(s, [640, 840, 300, 40], 0.6),
      heads,
      stroke('M800 430L930 820M790 440L860 830', '#58585b', 12),
      path('M520 360h240l-20 470h-200z', across(s, s.tone)),
      oval([640, 362, 122, 30], dark(s.tone, 0.5)) +
        rect([516, 370, 248, 60], tube(s, s.accent), 12),
      path('M548 520h180l-10 200h-160z', slant(s, light(s.tone, 0.12))) +
        stroke('M560 560h156', dark(s.tone, 0.4), 6),
      stroke('M530 420C400 460 420 700 544 760', dark(s.accent, 0.2), 22),
    ].join(''),
    4,
    [640, 820],
  );
}

function treadmill(s: Sketch): string {
  return [
    shadow(s, [640, 806, 600, 44], 0.6),
    stroke('M880 720L940 250', dark(s.tone, 0.1), 40) + stroke('M820 740L880 270', s.tone, 36),
    poly([160, 740, 250, 670, 1040, 690, 1040, 760], '#2b2a2c') +
      poly([200, 736, 270, 684, 960, 700, 930, 752], '#3d3b3d'),
    rect([140, 736, 920, 54], sheen(s, s.tone), 20) +
      rect([960, 660, 150, 120], sheen(s, light(s.tone, 0.1)), 30),
    stroke('M900 420L660 410', '#58585b', 30) + stroke('M930 440L700 430', '#2b2a2c', 22),
    poly([820, 270, 1000, 250, 960, 130, 800, 160], slant(s, light(s.tone, 0.08))) +
      poly([836, 254, 968, 240, 940, 150, 820, 170], '#24384a') +
      stroke('M850 230l30 -30l24 16l30 -34', '#9fd0a8', 6),
  ].join('');
}

export const FITNESS = {
  basketball: {
    draw: basketball,
    settings: ['room', 'studio', 'driveway'],
    tones: ['orange'],
    focus: [600, 460],
  },
  dumbbells: {
    draw: dumbbells,
    settings: ['room', 'studio'],
    tones: ['charcoal', 'black', 'grey'],
    focus: [640, 640],
  },
  'golf-clubs': {
    draw: golfClubs,
    settings: ['lawn', 'studio'],
    tones: ['navy', 'green', 'black', 'white', 'burgundy'],
    focus: [620, 340],
  },
  treadmill: {
    draw: treadmill,
    settings: ['room', 'studio'],
    tones: ['charcoal', 'silver', 'black'],
    focus: [840, 460],
  },
} as const satisfies Record<string, Subject>;
