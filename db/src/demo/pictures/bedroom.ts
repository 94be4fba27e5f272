import { dark, light, mix } from './colour.ts';
import {
  across,
  box,
  disc,
  grain,
  group,
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

const WOODEN = ['walnut', 'oak', 'maple', 'cherry', 'pine', 'white'] as const;

function bookRow(s: Sketch, [from, to]: readonly [number, number], base: number): string {
  const covers = [
    '#b4583f',
    '#3f6b57',
    '#4f7595',
    '#d5a352',
    '#e8dcc3',
    '#77323a',
    '#93a88b',
    '#2f4260',
  ];
  let x = from;
  let row = '';
  while (x < to - 40) {
    const w = s.random.between(18, 38);
    const h = s.random.between(76, 112);
    const c = s.random.pick(covers);
    row +=
      rect([x, base - h, w, h], across(s, c), 2) +
      rect([x + 4, base - h + 14, w - 8, 6], light(c, 0.5));
    x += w + 2;
  }
  return row;
}

function bookshelf(s: Sketch): string {
  const w = s.random.between(520, 640);
  const x = 610 - w / 2;
  const rows = 4;
  const step = 152;
  const shelves = times(rows, (i) => {
    const base = 176 + (i + 1) * step;
    const stop = x + w * s.random.between(0.5, 0.95);
    const extra =
      stop < x + w - 130
        ? oval([x + w - 66, base - 46, 34, 44], tube(s, s.accent)) +
          rect([x + w - 80, base - 104, 28, 22], dark(s.accent, 0.2), 4)
        : '';
    return (
      bookRow(s, [x + 24, stop], base) + extra + rect([x + 16, base, w - 32, 18], sheen(s, s.tone))
    );
  });
  return [
    shadow(s, [650, 812, 410, 44], 0.6),
    box(s, [x, 160, w, 650, 120], s.tone),
    rect([x + 16, 176, w - 32, 620], linear(s, [dark(s.tone, 0.55), dark(s.tone, 0.42)])),
    shelves,
    rect([x, 160, 18, 650], across(s, s.tone)) +
      rect([x + w - 18, 160, 18, 650], across(s, s.tone)),
    rect([x, 790, w, 26], sheen(s, dark(s.tone, 0.08))),
  ].join('');
}

function bedFrame(s: Sketch, slats: boolean): string {
  const sheet = mix(s.accent, '#f6f1e8', 0.25);
  return [
    shadow(s, [640, 812, 580, 50], 0.6),
    rect([250, 250, 780, 400], sheen(s, s.tone), 18),
    slats
      ? times(11, (i) => rect([282 + i * 66, 280, 22, 250], dark(s.tone, 0.35), 6))
      : grain(s, [260, 270, 760, 220], s.tone),
    path('M262 500h756l70 230h-896z', linear(s, ['#fbf7ef', '#e4ddd0'])),
    times(2, (i) =>
      path(
        `M${316 + i * 340} 420q150 -34 300 0q16 60 0 110q-150 26 -300 0q-16 -56 0 -110z`,
        slant(s, i ? '#f5efe4' : '#efe7d9'),
      ),
    ),
    path('M236 590q404 -40 808 0l60 150h-928z', sheen(s, sheet)),
    stroke(
      'M420 584q-30 70 -50 150M700 576q10 80 30 160M880 582q40 70 70 154',
      dark(sheet, 0.25),
      4,
    ),
    rect([164, 716, 952, 74], sheen(s, s.tone), 12),
    rect([172, 780, 44, 40], dark(s.tone, 0.25)) + rect([1064, 780, 44, 40], dark(s.tone, 0.25)),
    grain(s, [180, 720, 920, 66], s.tone),
  ].join('');
}

function drawers(s: Sketch, columns: 1 | 2): string {
  const w = columns === 1 ? 560 : 820;
  const x = 600 - w / 2;
  const top = columns === 1 ? 250 : 360;
  const rows = columns === 1 ? 5 : 3;
  const step = (780 - top - 30) / rows;
  const faces = times(rows * columns, (i) => {
    const fw = (w - 30) / columns;
    const fx = x + 15 + (i % columns) * fw;
    const fy = top + 20 + Math.floor(i / columns) * step;
    const pull = s.tone === '#f3efe7' ? '#b9965a' : '#dcc79c';
    return [
      rect([fx + 4, fy + 4, fw - 8, step - 10], dark(s.tone, 0.42), 5),
      rect([fx + 8, fy + 7, fw - 16, step - 18], sheen(s, light(s.tone, 0.06)), 4),
      grain(s, [fx + 14, fy + 10, fw - 28, step - 24], s.tone),
      stroke(`M${fx + fw / 2 - 46} ${fy + step / 2}q46 18 92 0`, dark(pull, 0.3), 9),
      stroke(`M${fx + fw / 2 - 46} ${fy + step / 2 - 2}q46 18 92 0`, pull, 6),
    ].join('');
  });
  return [
    shadow(s, [650, 816, w * 0.68, 46], 0.6),
    times(2, (i) =>
      poly(
        [
          x + 18 + i * (w - 76),
          780,
          x + 58 + i * (w - 76),
          780,
          x + 48 + i * (w - 76),
          822,
          x + 26 + i * (w - 76),
          822,
        ],
        dark(s.tone, 0.3),
      ),
    ),
    box(s, [x, top, w, 790 - top, 150], s.tone),
    faces,
    box(s, [x - 12, top - 18, w + 24, 22, 164], s.tone),
    oval([x + 190, top - 40, 40, 10], '#0002') +
      path(`M${x + 160} ${top - 40}q-16 -70 10 -110h40q26 40 10 110z`, tube(s, s.accent)),
    stroke(
      `M${x + 190} ${top - 150}q-30 -60 -60 -70M${x + 192} ${top - 150}q0 -70 10 -100M${x + 194} ${top - 150}q40 -40 56 -66`,
      '#6a8560',
      6,
    ),
  ].join('');
}

function nightstand(s: Sketch): string {
  return [
    shadow(s, [650, 812, 380, 44], 0.6),
    poly([430, 760, 470, 760, 460, 818, 440, 818], dark(s.tone, 0.3)) +
      poly([780, 760, 820, 760, 810, 818, 790, 818], dark(s.tone, 0.3)),
    box(s, [420, 440, 410, 330, 160], s.tone),
    times(
      2,
      (i) =>
        rect([438, 462 + i * 152, 374, 138], dark(s.tone, 0.42), 6) +
        rect([442, 465 + i * 152, 366, 128], sheen(s, light(s.tone, 0.06)), 5) +
        grain(s, [450, 470 + i * 152, 350, 118], s.tone) +
        disc([625, 530 + i * 152, 14], '#d8c9a0') +
        disc([621, 526 + i * 152, 6], '#fffaf0'),
    ),
    box(s, [406, 420, 438, 24, 172], s.tone),
    oval([560, 392, 60, 12], '#3a3733'),
    path('M540 392q-30 -60 0 -120h40q30 60 0 120z', tube(s, s.accent)),
    path('M470 276l46 -130h88l46 130z', linear(s, ['#fff6de', '#f0d9a8'])),
    rect([690, 372, 120, 22], across(s, '#4f7595'), 3) +
      rect([698, 350, 104, 22], across(s, '#b4583f'), 3),
  ].join('');
}

function crib(s: Sketch): string {
  const bars = times(15, (i) => rect([262 + i * 54, 370, 18, 300], tube(s, s.tone), 8));
  return [
    shadow(s, [640, 816, 520, 48], 0.6),
    rect([290, 330, 730, 300], mix(s.tone, '#efe7d9', 0.3), 10),
    times(14, (i) => rect([312 + i * 52, 344, 12, 270], dark(s.tone, 0.16), 6)),
    rect([262, 560, 780, 100], sheen(s, '#f6f1e8'), 20),
    group(path('M300 560q120 -30 300 4v90h-300z', sheen(s, s.accent)), 'opacity="0.9"'),
    bars,
    rect([232, 350, 816, 36], sheen(s, s.tone), 16),
    rect([232, 660, 816, 44], sheen(s, s.tone), 12),
    rect([220, 300, 48, 510], tube(s, s.tone), 18) +
      rect([1012, 300, 48, 510], tube(s, s.tone), 18),
    disc([760, 510, 44], '#c39b6d') +
      disc([730, 474, 17], '#c39b6d') +
      disc([790, 474, 17], '#c39b6d') +
      oval([760, 524, 22, 17], '#ecd9b8') +
      disc([744, 502, 5], '#2d2c2e') +
      disc([776, 502, 5], '#2d2c2e') +
      disc([760, 518, 6], '#2d2c2e'),
  ].join('');
}

export const BEDROOM = {
  bookshelf: { draw: bookshelf, settings: ['room', 'studio'], tones: WOODEN, focus: [600, 460] },
  'bed-frame': {
    draw: (s: Sketch) => bedFrame(s, false),
    settings: ['room'],
    tones: WOODEN,
    focus: [560, 560],
  },
  'slatted-bed': {
    draw: (s: Sketch) => bedFrame(s, true),
    settings: ['room'],
    tones: WOODEN,
    focus: [560, 560],
  },
  dresser: {
    draw: (s: Sketch) => drawers(s, 2),
    settings: ['room', 'studio'],
    tones: WOODEN,
    focus: [600, 520],
  },
  'chest-of-drawers': {
    draw: (s: Sketch) => drawers(s, 1),
    settings: ['room', 'studio'],
    tones: WOODEN,
    focus: [600, 520],
  },
  nightstand: { draw: nightstand, settings: ['room', 'studio'], tones: WOODEN, focus: [620, 470] },
  crib: {
    draw: crib,
    settings: ['room'],
    tones: ['white', 'maple', 'oak', 'walnut', 'sage'],
    focus: [640, 540],
  },
} as const satisfies Record<string, Subject>;
