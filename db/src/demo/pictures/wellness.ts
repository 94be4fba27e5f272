import { dark, light, mix } from './colour.ts';
import {
  across,
  ball,
  box,
  disc,
  glow,
  linear,
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
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function stones(s: Sketch): string {
  const flower = times(
    6,
    (i) =>
      `<ellipse cx="930" cy="690" rx="28" ry="64" fill="${i % 2 ? '#fbf3ee' : '#f3d9d2'}" transform="rotate(${i * 60} 930 730)"/>`,
  );
  return [
    shadow(s, [620, 816, 520, 44], 0.6),
    times(3, (i) =>
      rect(
        [200, 760 - i * 44, 260, 46],
        across(s, [s.accent, '#f3efe7', light(s.accent, 0.4)][i] ?? '#f3efe7'),
        20,
      ),
    ),
    oval([640, 770, 210, 52], ball(s, '#3f4144')) +
      oval([646, 690, 168, 44], ball(s, '#55585a')) +
      oval([634, 622, 126, 36], ball(s, '#3f4144')) +
      oval([644, 566, 86, 28], ball(s, '#6a6d6e')),
    flower + disc([930, 730, 24], '#e0b04a'),
    rect([1000, 560, 110, 230], tube(s, '#f3ead6'), 12) +
      oval([1055, 562, 55, 14], '#fff6df') +
      stroke('M1055 560v-26', '#3a3733', 5) +
      path('M1055 470q34 50 0 70q-34 -20 0 -70z', '#e9a23f'),
  ].join('');
}

function yogaMat(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 800, 560, 50], 0.6),
    poly([330, 690, 1080, 560, 1200, 640, 460, 790], linear(s, [light(c, 0.3), c])),
    stroke('M400 730L1130 596', light(c, 0.4), 3),
    path(
      'M190 690q0 -90 90 -104l720 -126q90 0 90 90q0 70 -70 84l-730 140q-100 6 -100 -84z',
      linear(s, [light(c, 0.26), c, dark(c, 0.3)]),
    ),
    disc([282, 690, 92], dark(c, 0.16)) +
      disc([282, 690, 70], light(c, 0.12)) +
      disc([282, 690, 50], dark(c, 0.2)) +
      disc([282, 690, 28], light(c, 0.1)) +
      disc([282, 690, 12], dark(c, 0.5)),
    stroke('M470 560q60 70 20 180M840 494q60 70 20 180', dark(s.accent, 0.1), 20),
    box(s, [820, 700, 200, 100, 90], s.accent),
  ].join('');
}

function soap(s: Sketch): string {
  const bar = (x: number, y: number, c: string) =>
    shadow(s, [x + 150, y + 124, 220, 26], 0.5) +
    box(s, [x, y, 270, 110, 120], c) +
    rect([x - 2, y + 26, 274, 62], '#fbf5e8') +
    stroke(`M${x + 70} ${y + 50}h130M${x + 100} ${y + 68}h70`, '#8a6142', 5);
  return [
    bar(620, 470, s.accent),
    bar(300, 560, s.tone),
    bar(680, 680, mix(s.tone, '#f3efe7', 0.6)),
    stroke('M260 800q40 -120 20 -220', '#6f8a5f', 7) +
      times(7, (i) =>
        oval(
          [264 + (i % 2) * 30, 600 + i * 28, 20, 9],
          '#8aa07a',
          `transform="rotate(${i % 2 ? -30 : 30} 270 ${600 + i * 28})"`,
        ),
      ) +
      times(6, (i) => disc([278 + (i % 2) * 12, 560 + i * 12, 9], '#9a86b0')),
  ].join('');
}

function bottles(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 810, 460, 40], 0.6),
    rect([330, 420, 190, 380], tube(s, c), 30) +
      rect([378, 340, 94, 84], tube(s, '#3a3733'), 8) +
      stroke('M424 340v-50h-84v30', '#3a3733', 22) +
      rect([352, 540, 146, 150], '#fbf5e8', 6),
    rect([560, 520, 200, 280], tube(s, light(c, 0.4)), 24) +
      rect([552, 460, 216, 76], tube(s, '#c9a15a'), 12) +
      rect([586, 600, 148, 110], '#fbf5e8', 6),
    rect([800, 480, 140, 320], tube(s, '#8a5a2b'), 20) +
      rect([838, 390, 64, 94], tube(s, '#2d2c2e'), 10) +
      oval([870, 380, 32, 36], ball(s, '#3a3a3c')) +
      rect([816, 580, 108, 130], '#fbf5e8', 4),
    times(3, (i) =>
      stroke(
        `M${[382, 616, 840][i]} ${[590, 640, 626][i]}h${[86, 88, 60][i]}M${[400, 634, 852][i]} ${[620, 664, 656][i]}h${[50, 52, 36][i]}`,
        '#6f5a44',
        5,
      ),
    ),
    times(5, (i) =>
      path(
        `M${1000 + i * 14} ${790 - i * 66}q60 -60 100 -10q-40 50 -100 10z`,
        i % 2 ? '#6f9370' : '#86a37a',
      ),
    ) + stroke('M990 800q30 -160 90 -330', '#6f8a5f', 6),
  ].join('');
}

function candles(s: Sketch): string {
  const one = ([x, w, h]: readonly [number, number, number], c: string) => {
    const y = 800 - h;
    return [
      shadow(s, [x + w / 2, 808, w * 0.8, 26], 0.55),
      oval([x + w / 2, y - 60, w * 1.2, 210], glow(s, '#ffdf9a', 0.5)),
      rect([x, y, w, h], linear(s, [dark(c, 0.1), light(c, 0.4), c, dark(c, 0.3)], 'across'), 18),
      oval([x + w / 2, y + 10, w / 2 - 4, 18], '#fff3d6'),
      rect([x + w * 0.16, y + h * 0.38, w * 0.68, h * 0.34], '#fbf5e8', 4) +
        stroke(
          `M${x + w * 0.3} ${y + h * 0.52}h${w * 0.4}M${x + w * 0.36} ${y + h * 0.6}h${w * 0.28}`,
          '#6f5a44',
          5,
        ),
      stroke(`M${x + w / 2} ${y + 8}v-30`, '#3a3733', 5) +
        path(`M${x + w / 2} ${y - 96}q38 54 0 78q-38 -24 0 -78z`, '#f0a63c') +
        path(`M${x + w / 2} ${y - 64}q18 30 0 44q-18 -14 0 -44z`, '#fff3d0'),
    ].join('');
  };
  return (
    one([300, 230, 300], s.tone) +
    one([760, 250, 250], s.accent) +
    one([560, 190, 420], light(s.tone, 0.4))
  );
}

function hairDryer(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [620, 806, 440, 40], 0.55),
    stroke('M720 740q60 80 240 50t150 -90', '#2d2c2e', 14),
    poly([640, 480, 780, 480, 800, 760, 700, 780], across(s, dark(c, 0.08))),
    path(
      'M360 300h320q160 0 160 130q0 130 -160 130h-320q-30 -130 0 -260z',
      linear(s, [light(c, 0.35), c, dark(c, 0.3)]),
    ),
    poly([250, 330, 372, 310, 372, 552, 250, 530], tube(s, '#3a3a3c')) +
      rect([232, 340, 24, 180], '#232325', 8),
    disc([770, 430, 92], dark(c, 0.35)) +
      times(5, (i) => disc([770, 430, 78 - i * 15], i % 2 ? dark(c, 0.5) : dark(c, 0.25))),
    rect([714, 580, 30, 70], '#2d2c2e', 8) + rect([718, 586, 22, 26], s.accent, 4),
    stroke('M400 340h260', light(c, 0.6), 8) + rect([420, 430, 120, 12], slant(s, s.accent), 6),
  ].join('');
}

function massageTable(s: Sketch): string {
  return [
    shadow(s, [640, 816, 560, 46], 0.6),
    stroke('M340 560L280 810M480 560L560 810M820 560L740 810M960 560L1020 810', '#a9794d', 22) +
      stroke('M310 720h230M770 720h230', '#8f9190', 6),
    poly(
      [250, 460, 1000, 460, 1080, 540, 170, 540],
      linear(s, [light(s.tone, 0.3), light(s.tone, 0.1)]),
    ),
    rect([170, 538, 910, 62], sheen(s, s.tone), 26),
    oval([1120, 500, 90, 40], slant(s, dark(s.tone, 0.1))) +
      oval([1120, 496, 40, 16], dark(s.tone, 0.6)),
    times(3, (i) =>
      rect(
        [320, 420 - i * 34, 200, 36],
        across(s, ['#f3efe7', s.accent, '#f3efe7'][i] ?? '#fff'),
        16,
      ),
    ),
    path('M560 462h330l40 76h-360z', '#f6f1e8'),
  ].join('');
}

export const WELLNESS = {
  'massage-stones': {
    draw: stones,
    settings: ['table', 'studio'],
    tones: ['grey'],
    focus: [660, 660],
  },
  'massage-table': {
    draw: massageTable,
    settings: ['room'],
    tones: ['navy', 'burgundy', 'green', 'cream', 'charcoal'],
    focus: [560, 520],
  },
  'yoga-mat': {
    draw: yogaMat,
    settings: ['room', 'studio'],
    tones: ['teal', 'sage', 'burgundy', 'navy', 'pink'],
    focus: [460, 660],
  },
  soap: {
    draw: soap,
    settings: ['table', 'counter', 'studio'],
    tones: ['sage', 'cream', 'pink', 'tan', 'yellow'],
    focus: [560, 640],
  },
  bottles: {
    draw: bottles,
    settings: ['counter', 'table', 'studio'],
    tones: ['sage', 'white', 'pink', 'teal'],
    focus: [600, 580],
  },
  candles: {
    draw: candles,
    settings: ['table', 'studio'],
    tones: ['sage', 'cream', 'pink', 'orange', 'teal'],
    focus: [620, 580],
  },
  'hair-dryer': {
    draw: hairDryer,
    settings: ['counter', 'studio'],
    tones: ['pink', 'white', 'charcoal', 'teal'],
    focus: [560, 440],
  },
} as const satisfies Record<string, Subject>;
