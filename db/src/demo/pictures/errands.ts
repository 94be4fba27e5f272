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
  shadow,
  slant,
  stroke,
  times,
  tube,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function movingBoxes(s: Sketch): string {
  const card = ['#c9a06b', '#bd925c', '#d3ad7a'];
  const one = (at: readonly [number, number, number, number, number], c: string) =>
    box(s, at, c) +
    rect([at[0] + at[2] / 2 - 22, at[1], 44, at[3] * 0.4], '#e6d3ae') +
    stroke(
      `M${at[0] + 30} ${at[1] + at[3] - 60}h90M${at[0] + 30} ${at[1] + at[3] - 40}h60`,
      '#8a6138',
      6,
    );
  return [
    shadow(s, [680, 812, 540, 44], 0.6),
    one([640, 520, 400, 280, 170], card[0] ?? '#c9a06b'),
    one([220, 460, 380, 340, 180], card[1] ?? '#c9a06b'),
    one([480, 270, 360, 230, 160], card[2] ?? '#c9a06b'),
    oval([360, 404, 70, 14], '#0003') +
      path('M310 400q-20 -60 10 -100h80q30 40 10 100z', tube(s, s.accent)) +
      times(5, (i) =>
        oval(
          [330 + i * 16, 260 - (i % 2) * 30, 18, 60],
          '#5f8f5f',
          `transform="rotate(${(i - 2) * 22} 360 300)"`,
        ),
      ),
  ].join('');
}

function van(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 790, 640, 40], 0.7),
    path(
      'M80 700V270q0 -40 40 -40h700v480h-720q-20 0 -20 -10z',
      linear(s, [light(c, 0.3), c, dark(c, 0.22)]),
    ),
    path(
      'M820 330h150q40 0 60 40l80 140q90 10 90 80v110q0 20 -20 20H820z',
      linear(s, [light(c, 0.24), c, dark(c, 0.28)]),
    ),
    path(
      'M850 370h110q20 0 32 20l66 126H850z',
      linear(s, ['#dbe8ec', '#7f9aa6', '#4b6370'], 'diagonal'),
    ),
    rect([80, 560, 740, 44], s.accent) + stroke('M820 340v360M840 570h50', dark(c, 0.45), 5),
    disc([440, 400, 90], light(s.accent, 0.2)) + path('M380 410l60 -54l60 54v44h-120z', '#fff8ea'),
    rect([1160, 580, 40, 50], '#fff3d6', 10) +
      rect([70, 600, 24, 70], '#b4483a', 6) +
      rect([60, 690, 1140, 30], '#3a3a3c', 8),
    times(
      2,
      (i) =>
        disc([290 + i * 690, 706, 96], '#1d1c1e') +
        disc([290 + i * 690, 706, 56], slant(s, '#c3c7c9')) +
        disc([290 + i * 690, 706, 20], '#58585b'),
    ),
  ].join('');
}

function paintRoller(s: Sketch): string {
  const c = s.tone;
  return [
    rect([150, 90, 640, 240], c, 10) +
      times(9, (i) => rect([150 + i * 72, 320, 40, 30 + ((i * 37) % 60)], c, 18)),
    shadow(s, [820, 816, 380, 40], 0.6),
    rect([260, 330, 470, 120], linear(s, [light(c, 0.3), c, dark(c, 0.25)]), 40) +
      rect([236, 360, 40, 60], '#8f9190', 8),
    stroke('M730 390h80v120H560v80', '#b9bcbc', 18) +
      rect([530, 580, 60, 220], tube(s, s.accent), 24),
    path(
      'M740 560h300l-22 240h-256z',
      linear(s, ['#b9bcbc', '#f0f1f0', '#c3c7c9', '#8f9798'], 'across'),
    ) +
      oval([890, 560, 150, 32], '#8f9798') +
      oval([890, 562, 134, 24], c),
    path('M770 578q10 120 30 120t20 -110z', c) +
      stroke('M742 570Q890 380 1038 570', '#8f9190', 7) +
      rect([790, 660, 200, 80], '#fbf5e8', 6),
  ].join('');
}

function dog(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 812, 440, 40], 0.6),
    stroke('M690 520C850 420 960 300 1180 120', dark(s.accent, 0.1), 16),
    stroke('M410 700q-130 -40 -120 -170', c, 44),
    path('M380 800q-30 -260 150 -300h180q120 60 90 300z', across(s, c)),
    rect([590, 590, 70, 214], across(s, c), 30) +
      rect([700, 590, 70, 214], across(s, light(c, 0.1)), 30) +
      oval([640, 796, 56, 22], light(c, 0.4)) +
      oval([750, 796, 56, 22], light(c, 0.4)) +
      oval([440, 776, 100, 40], dark(c, 0.1)),
    path('M620 530q60 220 130 0z', '#f6efe2'),
    path('M540 330q10 -120 140 -120t150 130q-10 150 -140 160t-150 -170z', ball(s, light(c, 0.06))),
    path(
      'M560 240q-90 20 -90 170q50 30 90 -60zM806 240q90 20 80 170q-50 30 -84 -60z',
      dark(c, 0.3),
    ),
    oval([690, 410, 74, 60], '#f6efe2') +
      oval([690, 380, 32, 24], '#2b2a2c') +
      stroke('M690 404v24q-20 24 -44 10M690 428q20 24 44 10', '#2b2a2c', 6) +
      path('M672 444q18 60 38 0z', '#d9837a'),
    disc([630, 320, 16], '#2b2a2c') +
      disc([748, 320, 16], '#2b2a2c') +
      disc([635, 315, 5], '#fff') +
      disc([753, 315, 5], '#fff'),
    stroke('M588 488q100 60 204 -6', s.accent, 26) + disc([690, 540, 22], '#dcb765'),
  ].join('');
}

function bucket(s: Sketch): string {
  return [
    shadow(s, [640, 812, 480, 44], 0.6),
    stroke('M960 800L880 150', '#a9794d', 22) +
      path('M900 640h130l30 160h-180z', across(s, '#d9bb6a')) +
      stroke('M910 690l-10 100M950 690v100M990 690l14 100', '#a98a3e', 5),
    stroke('M376 480Q560 240 744 480', '#8f9190', 12),
    path('M350 470h420l-50 330h-320z', tube(s, s.tone)) +
      oval([560, 470, 210, 46], dark(s.tone, 0.4)) +
      oval([560, 474, 190, 36], '#cfe0e4'),
    times(11, (i) =>
      disc(
        [400 + i * 32, 460 - ((i * 31) % 44), 28 + ((i * 13) % 16)],
        '#ffffff',
        'opacity="0.75"',
      ),
    ),
    rect([250, 560, 90, 240], tube(s, s.accent), 20) +
      poly([272, 560, 318, 560, 310, 490, 280, 490], '#f3efe7') +
      rect([236, 468, 100, 36], '#3a3a3c', 8),
    path('M430 520q120 40 240 -10l30 150q-60 -30 -110 20q-60 -50 -130 0z', slant(s, '#e9d08a')),
  ].join('');
}

export const ERRANDS = {
  'moving-boxes': {
    draw: movingBoxes,
    settings: ['room', 'driveway'],
    tones: ['tan'],
    focus: [560, 520],
  },
  van: {
    draw: van,
    settings: ['driveway', 'lawn'],
    tones: ['white', 'blue', 'cream', 'green'],
    focus: [560, 500],
  },
  'paint-roller': {
    draw: paintRoller,
    settings: ['room', 'studio'],
    tones: ['sage', 'blue', 'orange', 'yellow', 'teal'],
    focus: [620, 520],
  },
  dog: {
    draw: dog,
    settings: ['lawn', 'room'],
    tones: ['tan', 'brown', 'gold', 'charcoal'],
    focus: [680, 440],
  },
  'cleaning-bucket': {
    draw: bucket,
    settings: ['room', 'counter'],
    tones: ['blue', 'red', 'teal', 'yellow'],
    focus: [560, 560],
  },
} as const satisfies Record<string, Subject>;
