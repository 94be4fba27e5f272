import { dark, light } from './colour.ts';
import {
  across,
  disc,
  linear,
  path,
  poly,
  rect,
  ring,
  shadow,
  sheen,
  slant,
  stroke,
  times,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

const COVERS = [
  '#b4583f',
  '#3f6b57',
  '#4f7595',
  '#d5a352',
  '#e8dcc3',
  '#77323a',
  '#93a88b',
  '#2f4260',
  '#d57b35',
];

function bookStack(s: Sketch): string {
  const count = s.random.whole(5, 7);
  let y = 800;
  const pile = times(count, (i) => {
    const h = s.random.between(48, 82);
    const w = s.random.between(520, 640);
    const x = 600 - w / 2 + s.random.between(-40, 40);
    const c = i === 0 ? s.tone : s.random.pick(COVERS);
    y -= h;
    const dx = 90;
    return [
      poly(
        [x, y, x + dx, y - 40, x + w + dx, y - 40, x + w, y],
        linear(s, [light(c, 0.1), light(c, 0.25)]),
      ),
      poly(
        [x + w, y + 6, x + w + dx, y - 34, x + w + dx, y + h - 48, x + w, y + h - 6],
        linear(s, ['#f3ead6', '#cbbd9f']),
      ),
      rect([x, y, w, h], sheen(s, c), 6),
      rect([x + w * 0.2, y + h * 0.34, w * 0.4, h * 0.28], light(c, 0.55), 3) +
        rect([x + 30, y, 12, h], light(c, 0.4)) +
        rect([x + w - 60, y, 12, h], light(c, 0.4)),
    ].join('');
  });
  const glasses = s.random.chance(0.5)
    ? ring([620, y - 40, 44], '#3a3733', 8) +
      ring([740, y - 46, 44], '#3a3733', 8) +
      stroke(`M664 ${y - 46}q16 -14 32 -2M784 ${y - 50}l60 20`, '#3a3733', 8)
    : '';
  return shadow(s, [650, 810, 470, 44], 0.6) + pile + glasses;
}

function openBook(s: Sketch): string {
  const lines = times(9, (i) =>
    stroke(`M300 ${476 + i * 30}q130 -34 270 4M710 ${480 + i * 30}q140 -38 270 -4`, '#a99c86', 5),
  );
  const photo =
    rect([706, 470, 270, 150], slant(s, s.accent)) +
    path('M706 620v-50q70 -60 130 -10q70 -70 140 10v50z', dark(s.accent, 0.4));
  return [
    shadow(s, [640, 806, 560, 44], 0.6),
    path(
      'M190 450q230 -80 450 10q220 -90 450 -10v340q-230 -70 -450 6q-220 -76 -450 -6z',
      slant(s, s.tone),
    ),
    path(
      'M214 440q220 -80 426 14q206 -94 426 -14v326q-220 -66 -426 10q-206 -76 -426 -10z',
      linear(s, ['#fdf8ec', '#efe5d0', '#d6c9ae', '#f6eedc', '#efe5d0'], 'across'),
    ),
    lines,
    s.random.chance(0.7) ? photo : '',
    stroke('M640 456V776', '#b9aa8c', 5),
    path('M560 440l20 300l20 -24l22 22l-16 -290z', s.accent),
  ].join('');
}

function vinyl(s: Sketch): string {
  const sleeves = times(4, (i) =>
    poly(
      [
        250 + i * 26,
        240 - i * 14,
        700 + i * 26,
        240 - i * 14,
        700 + i * 26,
        790 - i * 10,
        250 + i * 26,
        790 - i * 10,
      ],
      slant(s, COVERS[(i * 3 + 1) % COVERS.length] ?? '#4f7595'),
    ),
  );
  return [
    shadow(s, [660, 812, 560, 44], 0.6),
    sleeves,
    disc([850, 520, 256], '#18171a'),
    times(7, (i) => ring([850, 520, 240 - i * 22], '#37353b', 3)),
    path(
      'M850 520L690 320a256 256 0 0 1 130 -54zM850 520L1010 720a256 256 0 0 1 -130 54z',
      '#ffffff',
      'opacity="0.12"',
    ),
    disc([850, 520, 84], s.accent) +
      ring([850, 520, 62], light(s.accent, 0.4), 4) +
      disc([850, 520, 10], '#f3efe7'),
    rect([224, 250, 550, 550], slant(s, s.tone), 4),
    disc([500, 490, 150], light(s.tone, 0.45)) +
      path('M350 560q80 -120 150 -30q70 -110 150 20a150 150 0 0 1 -300 10z', s.accent) +
      rect([260, 716, 300, 22], '#fbf5e8', 4) +
      rect([260, 752, 180, 14], light(s.tone, 0.5), 4),
  ].join('');
}

function guitar(s: Sketch): string {
  const c = s.tone;
  const body =
    'M520 900q-150 -6 -160 -140q0 -80 50 -120q34 -28 20 -80q-10 -130 210 -130t210 130q-14 52 20 80q50 40 50 120q-10 134 -160 140z';
  return `<g transform="translate(640 480) rotate(14) scale(0.86) translate(-640 -480)">${[
    path(body, '#1f140b', 'opacity="0.25" transform="translate(18 16)"'),
    path(body, dark(c, 0.45)) +
      path(body, slant(s, c), 'transform="translate(640 660) scale(0.965) translate(-640 -660)"'),
    disc([640, 590, 86], '#d8bd8c') + disc([640, 590, 76], '#2a1a10'),
    rect([606, 120, 68, 470], across(s, '#5a3a26')),
    times(11, (i) => rect([606, 150 + i * 38, 68, 4], '#cfc2a4')) +
      times(4, (i) => disc([640, 208 + i * 76, 6], '#f3efe7')),
    path('M596 30q44 -22 88 0l-10 96h-68z', across(s, dark(c, 0.35))),
    times(
      3,
      (i) => disc([584, 50 + i * 30, 10], '#d8c9a0') + disc([696, 50 + i * 30, 10], '#d8c9a0'),
    ),
    rect([540, 760, 200, 30], '#3a2417', 10) + rect([560, 752, 160, 10], '#f3efe7', 3),
    stroke(
      Array.from({ length: 6 }, (_, i) => `M${615 + i * 10} 100L${606 + i * 13.6} 758`).join(''),
      '#e9e2d0',
      2,
    ),
    path('M700 620q100 20 90 120q-70 0 -100 -60z', '#4a2a18', 'opacity="0.8"'),
  ].join('')}</g>`;
}

function keyboard(s: Sketch): string {
  const whites = times(21, (i) =>
    rect([192 + i * 42.6, 600, 40, 130], linear(s, ['#e6e0d4', '#fffdf8']), 4),
  );
  const blacks = times(20, (i) =>
    [2, 6].includes(i % 7) ? '' : rect([220 + i * 42.6, 600, 26, 80], '#232325', 3),
  );
  return [
    shadow(s, [640, 816, 560, 44], 0.6),
    stroke('M320 740L480 900M960 740L800 900', '#3a3a3c', 18),
    poly([440, 470, 840, 470, 860, 260, 420, 260], '#fbf5e8') +
      stroke('M470 310h330M470 350h330M470 390h330M470 430h330', '#8f9190', 3) +
      disc([540, 350, 10], '#2b2a2c') +
      disc([640, 330, 10], '#2b2a2c') +
      disc([730, 390, 10], '#2b2a2c') +
      stroke('M549 350v-50M649 330v-50M739 390v-50', '#2b2a2c', 4),
    poly([190, 470, 1090, 470, 1130, 590, 150, 590], linear(s, [light(s.tone, 0.12), s.tone])),
    rect([560, 500, 160, 50], '#8fb0bf', 6) +
      times(8, (i) => disc([300 + i * 28, 524, 8], i % 3 ? '#8f9190' : s.accent)) +
      disc([860, 524, 22], '#58585b') +
      disc([930, 524, 22], '#58585b'),
    rect([150, 588, 980, 166], sheen(s, dark(s.tone, 0.1)), 14),
    whites + blacks,
  ].join('');
}

function boardGame(s: Sketch): string {
  const squares = times(64, (i) => {
    const r = Math.floor(i / 8);
    const k = i % 8;
    const y = 400 + r * 42;
    const left = 330 - r * 18;
    const w = (620 + r * 36) / 8;
    return poly(
      [
        left + k * w,
        y,
        left + (k + 1) * w,
        y,
        left - 18 + (k + 1) * (w + 4.5),
        y + 42,
        left - 18 + k * (w + 4.5),
        y + 42,
      ],
      (r + k) % 2 ? s.tone : '#eddcb9',
    );
  });
  const pawn = (x: number, y: number, c: string) =>
    shadow(s, [x, y + 6, 50, 12]) +
    path(`M${x - 34} ${y}q34 14 68 0q-4 -30 -22 -40l-8 -60h-8l-8 60q-18 10 -22 40z`, across(s, c)) +
    disc([x, y - 112, 26], slant(s, c));
  return [
    shadow(s, [640, 800, 560, 50], 0.6),
    poly([290, 380, 990, 380, 1150, 760, 130, 760], dark(s.tone, 0.35)) +
      rect([130, 758, 1020, 40], sheen(s, dark(s.tone, 0.25)), 4),
    squares,
    pawn(430, 480, '#f3e6cc') +
      pawn(620, 500, '#4a2f1e') +
      pawn(780, 560, '#f3e6cc') +
      pawn(500, 640, '#4a2f1e') +
      pawn(880, 690, '#f3e6cc') +
      pawn(690, 440, '#4a2f1e'),
  ].join('');
}

export const MEDIA = {
  'book-stack': {
    draw: bookStack,
    settings: ['table', 'room', 'studio'],
    tones: ['green', 'burgundy', 'navy', 'tan', 'orange'],
    focus: [600, 600],
  },
  'open-book': {
    draw: openBook,
    settings: ['table', 'table', 'studio'],
    tones: ['burgundy', 'navy', 'green', 'brown'],
    focus: [760, 600],
  },
  vinyl: {
    draw: vinyl,
    settings: ['table', 'studio', 'room'],
    tones: ['orange', 'teal', 'navy', 'burgundy', 'yellow'],
    focus: [640, 520],
  },
  guitar: {
    draw: guitar,
    settings: ['wall', 'flat'],
    tones: ['maple', 'orange', 'cherry', 'oak', 'black'],
    focus: [620, 620],
  },
  keyboard: {
    draw: keyboard,
    settings: ['room', 'studio'],
    tones: ['charcoal', 'black', 'white'],
    focus: [640, 600],
  },
  'board-game': {
    draw: boardGame,
    settings: ['table', 'table'],
    tones: ['walnut', 'cherry', 'green', 'brown'],
    focus: [640, 560],
  },
} as const satisfies Record<string, Subject>;
