import { dark, light } from './colour.ts';
import {
  across,
  ball,
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

function smallWheel(s: Sketch, at: readonly [number, number, number]): string {
  const [x, y, r] = at;
  return (
    disc([x, y, r], '#2b2a2c') +
    disc([x, y, r * 0.6], slant(s, '#c3c7c9')) +
    disc([x, y, r * 0.2], '#58585b')
  );
}

function mower(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [560, 806, 480, 40], 0.6),
    stroke('M620 620L1010 240h90', '#3a3a3c', 22) +
      stroke('M1000 250h110', '#1d1c1e', 34) +
      stroke('M760 490l60 30', '#58585b', 10),
    path('M640 560q210 -70 250 40l-60 150h-170z', slant(s, '#4a4b4f')) +
      stroke('M700 580q90 -30 150 0', '#6a6b6f', 6),
    path('M190 720q0 -120 130 -130h350q70 0 80 90l10 70h-570z', sheen(s, c)),
    rect([330, 470, 230, 130], sheen(s, '#3a3a3c'), 24) +
      rect([350, 440, 190, 50], tube(s, s.accent), 16) +
      disc([446, 530, 36], '#8f9190') +
      stroke('M336 500h-60', '#58585b', 16),
    stroke('M220 660q220 -40 500 -10', light(c, 0.45), 6),
    smallWheel(s, [270, 736, 74]) + smallWheel(s, [740, 736, 74]),
  ].join('');
}

function snowBlower(s: Sketch): string {
  const c = s.tone;
  const auger = Array.from({ length: 5 }, (_, i) => `M${190 + i * 56} 760q20 -80 44 -150`);
  return [
    shadow(s, [600, 806, 520, 40], 0.5),
    stroke('M640 600L960 300h120M700 640L1000 360', '#3a3a3c', 20) +
      stroke('M980 296h110', '#1d1c1e', 34),
    rect([500, 450, 260, 200], sheen(s, '#3a3a3c'), 22) +
      rect([520, 420, 180, 50], tube(s, '#8f9190'), 14) +
      disc([640, 560, 44], '#8f9190'),
    path('M380 560l-30 -250q60 -50 130 -10l20 260z', across(s, '#2f2e30')) +
      path('M350 316q-20 -90 -120 -76l-10 60q70 0 130 70q70 20 130 -70z', slant(s, c)),
    path('M160 560h320l60 60v170h-400q-10 -130 20 -230z', sheen(s, c)),
    path('M176 600h270l34 40v130h-320q-6 -90 16 -170z', '#232325') +
      stroke(auger.join(''), '#b9bcbc', 16) +
      stroke('M180 690h290', '#8f9190', 16),
    smallWheel(s, [650, 720, 88]) + ring([650, 720, 80], '#3d3d40', 12),
    disc([520, 610, 16], '#fff3d6'),
  ].join('');
}

function kettleGrill(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 816, 340, 40], 0.6),
    stroke('M520 560L430 806M760 560L850 806M640 560V780', '#58585b', 20) +
      stroke('M470 700h340', '#8f9190', 10) +
      disc([440, 790, 34], '#2b2a2c') +
      disc([842, 790, 34], '#2b2a2c'),
    path('M370 400h540q-10 200 -270 210q-260 -10 -270 -210z', ball(s, c)),
    path('M370 390q20 -210 270 -214q250 4 270 214z', ball(s, light(c, 0.04))),
    rect([360, 380, 560, 26], sheen(s, '#8f9190'), 10) +
      stroke('M580 176q60 -50 120 0', '#6f4a32', 22) +
      disc([780, 260, 18], '#b9bcbc'),
  ].join('');
}

function gasGrill(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 812, 560, 40], 0.6),
    rect([330, 560, 620, 220], sheen(s, '#4a4b4f'), 6) +
      rect([344, 576, 290, 188], sheen(s, '#5a5b5f'), 4) +
      rect([646, 576, 290, 188], sheen(s, '#5a5b5f'), 4) +
      rect([604, 620, 12, 90], '#c3c7c9', 6) +
      rect([664, 620, 12, 90], '#c3c7c9', 6),
    rect([130, 470, 200, 30], sheen(s, '#b9bcbc'), 6) +
      rect([950, 470, 200, 30], sheen(s, '#b9bcbc'), 6),
    rect([310, 460, 660, 104], sheen(s, '#c3c7c9'), 8) +
      times(
        5,
        (i) =>
          disc([390 + i * 125, 512, 28], '#2b2a2c') +
          rect([386 + i * 125, 488, 8, 26], s.accent, 3),
      ),
    path('M330 460q-10 -220 130 -240h360q140 20 130 240z', sheen(s, c)) +
      stroke('M430 420h420', '#c3c7c9', 20) +
      disc([640, 320, 36], '#f3efe7') +
      stroke('M640 320l16 -18', '#b4483a', 5),
    disc([380, 796, 24], '#2b2a2c') + disc([900, 796, 24], '#2b2a2c'),
  ].join('');
}

function toolbox(s: Sketch): string {
  return [
    shadow(s, [640, 808, 500, 44], 0.6),
    stroke('M430 470L390 250', '#a9794d', 26) +
      path('M330 220l130 -34l14 54l-130 34z', slant(s, '#8f9190')),
    stroke('M640 470V260', '#c3c7c9', 14) + rect([622, 180, 36, 110], tube(s, '#d57b35'), 12),
    stroke('M800 470l50 -220', '#8f9190', 24) +
      path('M822 250q-10 -70 40 -80l-6 50l36 10l22 -44q30 50 -40 90z', '#8f9190'),
    poly([240, 480, 1040, 480, 1000, 440, 280, 440], dark(s.tone, 0.5)),
    rect([230, 480, 820, 310], sheen(s, s.tone), 16),
    stroke('M330 480Q340 350 640 350T950 480', dark(s.tone, 0.35), 26),
    rect([230, 480, 820, 60], sheen(s, light(s.tone, 0.14)), 12),
    rect([400, 520, 70, 70], tube(s, '#c3c7c9'), 8) +
      rect([810, 520, 70, 70], tube(s, '#c3c7c9'), 8),
    rect([520, 620, 240, 90], dark(s.tone, 0.2), 10) +
      rect([540, 640, 200, 12], light(s.tone, 0.3), 4),
  ].join('');
}

function drill(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [660, 806, 480, 40], 0.6),
    poly([70, 344, 230, 336, 230, 360], '#b9bcbc') +
      poly([230, 310, 320, 290, 320, 406, 230, 386], tube(s, '#3a3a3c')),
    path('M320 270h420q120 10 130 90q0 80 -60 90h-490z', sheen(s, c)),
    rect([330, 270, 90, 180], sheen(s, '#2f2e30'), 10),
    path('M620 440h190l60 250h-180z', across(s, '#2f2e30')) + path('M660 450h110l40 220h-90z', c),
    path('M620 450q-40 60 -10 100l50 -10l-10 -90z', s.accent),
    path(
      'M610 690h320q30 0 30 30v60q0 24 -24 24h-330q-24 0 -24 -24v-60q0 -30 28 -30z',
      sheen(s, '#3a3a3c'),
    ) + rect([640, 716, 260, 24], c, 6),
    stroke('M470 300h260', light(c, 0.5), 8) +
      times(4, (i) => rect([760 + i * 22, 320, 10, 70], dark(c, 0.5), 4)),
    times(
      5,
      (i) =>
        rect([220 + i * 62, 742 + (i % 2) * 12, 44, 50], tube(s, '#8f9190'), 6) +
        rect([234 + i * 62, 690, 14, 60], '#c3c7c9', 3),
    ),
  ].join('');
}

function wheelbarrow(s: Sketch): string {
  return [
    shadow(s, [620, 816, 520, 40], 0.6),
    times(8, (i) =>
      disc([360 + i * 62, 400 - ((i * 41) % 50), 90], ball(s, i % 2 ? '#7a5a3c' : '#6a4c32')),
    ),
    times(
      5,
      (i) =>
        stroke(`M${440 + i * 80} 370q-10 -90 ${-20 + i * 10} -150`, '#5f8f4f', 8) +
        disc(
          [420 + i * 90, 210 + (i % 2) * 30, 44],
          ball(s, ['#e0b04a', '#d9a19a', s.accent][i % 3] ?? s.accent),
        ),
    ),
    stroke('M240 690L860 560L1130 480', '#a9794d', 26) +
      stroke('M820 570L860 800M720 590L740 800', '#58585b', 18),
    poly([220, 400, 920, 400, 780, 620, 380, 640], slant(s, s.tone)) +
      stroke('M220 400h700', light(s.tone, 0.4), 16),
    smallWheel(s, [300, 706, 100]),
  ].join('');
}

function chair(s: Sketch): string {
  const slat = (x: number, i: number) =>
    `<rect x="${x}" y="${210 + Math.abs(i - 2.5) * 22}" width="64" height="430" rx="26" fill="${across(s, s.tone)}" transform="rotate(${(i - 2.5) * 2.4} ${x} 640)"/>`;
  return [
    shadow(s, [640, 816, 420, 44], 0.6),
    rect([420, 620, 60, 180], dark(s.tone, 0.3)) + rect([800, 620, 60, 180], dark(s.tone, 0.3)),
    times(6, (i) => slat(430 + i * 72, i)),
    rect([400, 430, 480, 36], sheen(s, dark(s.tone, 0.16)), 6),
    times(4, (i) =>
      poly(
        [
          400 - i * 14,
          600 + i * 34,
          880 + i * 14,
          600 + i * 34,
          892 + i * 14,
          628 + i * 34,
          388 - i * 14,
          628 + i * 34,
        ],
        sheen(s, light(s.tone, 0.1)),
      ),
    ),
    rect([336, 540, 46, 270], across(s, s.tone), 6) +
      rect([898, 540, 46, 270], across(s, s.tone), 6),
    path('M280 520h130l10 34h-160z', sheen(s, light(s.tone, 0.16))) +
      path('M870 520h130l20 34h-160z', sheen(s, light(s.tone, 0.16))),
    rect([900, 440, 44, 70], linear(s, ['#e9c98a', '#c98f3e']), 6) +
      oval([922, 441, 22, 6], '#fff3d6'),
  ].join('');
}

export const OUTDOORS = {
  mower: {
    draw: mower,
    settings: ['lawn', 'driveway'],
    tones: ['red', 'green', 'orange', 'yellow'],
    focus: [520, 620],
  },
  'snow-blower': {
    draw: snowBlower,
    settings: ['snow', 'driveway'],
    tones: ['orange', 'red', 'yellow'],
    focus: [440, 580],
  },
  'kettle-grill': {
    draw: kettleGrill,
    settings: ['lawn', 'driveway'],
    tones: ['black', 'charcoal', 'red', 'green'],
    focus: [620, 420],
  },
  'gas-grill': {
    draw: gasGrill,
    settings: ['lawn', 'driveway'],
    tones: ['black', 'charcoal', 'red', 'silver'],
    focus: [620, 440],
  },
  toolbox: {
    draw: toolbox,
    settings: ['table', 'driveway', 'studio'],
    tones: ['red', 'blue', 'green', 'charcoal'],
    focus: [600, 500],
  },
  drill: {
    draw: drill,
    settings: ['table', 'studio'],
    tones: ['yellow', 'teal', 'red', 'orange'],
    focus: [620, 460],
  },
  wheelbarrow: {
    draw: wheelbarrow,
    settings: ['lawn'],
    tones: ['green', 'red', 'blue', 'charcoal'],
    focus: [560, 480],
  },
  'adirondack-chair': {
    draw: chair,
    settings: ['lawn'],
    tones: ['white', 'blue', 'red', 'pine', 'teal', 'yellow'],
    focus: [640, 500],
  },
} as const satisfies Record<string, Subject>;
