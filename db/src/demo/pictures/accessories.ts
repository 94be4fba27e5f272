import { dark, light } from './colour.ts';
import {
  across,
  ball,
  disc,
  drop,
  group,
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

function handbag(s: Sketch): string {
  const c = s.tone;
  const flap = s.random.chance(0.5);
  return [
    shadow(s, [640, 808, 440, 44], 0.6),
    stroke('M450 440C450 120 830 120 830 440', dark(c, 0.3), 34) +
      stroke('M454 436C460 140 820 140 826 436', light(c, 0.08), 20),
    path(
      'M340 400h600q30 0 36 34l44 320q4 46 -44 46h-672q-48 0 -44 -46l44 -320q6 -34 36 -34z',
      slant(s, c),
    ),
    flap
      ? path(
          'M330 400h620q8 190 -60 220q-250 50 -500 0q-68 -30 -60 -220z',
          slant(s, light(c, 0.08)),
        )
      : rect([440, 540, 400, 190], dark(c, 0.1), 20),
    stroke(
      flap ? 'M344 430q10 140 60 160q236 46 472 0q50 -20 60 -160' : 'M452 552h376v166h-376z',
      light(c, 0.35),
      3,
    ),
    rect([606, flap ? 590 : 510, 68, 72], '#a97f38', 10) +
      rect([610, flap ? 592 : 512, 60, 62], slant(s, '#dcb765'), 9),
    disc([450, 440, 20], '#c9a15a') + disc([830, 440, 20], '#c9a15a'),
  ].join('');
}

function watch(s: Sketch): string {
  const c = s.tone;
  const dial = s.random.pick(['#f3efe7', '#2f4260', '#2b2a2c', '#dfe4da']);
  const ink = dial === '#f3efe7' || dial === '#dfe4da' ? '#2b2a2c' : '#f3efe7';
  const strap = 'M550 80h180l14 240h-208zM550 880h180l14 -240h-208z';
  return [
    drop(`${strap}M440 480a200 200 0 1 0 400 0a200 200 0 1 0 -400 0`),
    path(strap, across(s, c)),
    times(6, (i) => disc([640, 720 + i * 26, 5], dark(c, 0.5))),
    stroke('M562 90l-8 220M718 90l8 220M562 870l-8 -220M718 870l8 -220', light(c, 0.4), 4),
    rect([832, 456, 44, 48], tube(s, '#b9bcbc'), 8),
    disc([640, 480, 206], slant(s, '#c3c7c9')) +
      disc([640, 480, 182], '#7f8687') +
      disc([640, 480, 176], dial),
    times(
      12,
      (i) =>
        `<rect x="634" y="320" width="12" height="${i % 3 ? 24 : 42}" rx="3" fill="${ink}" transform="rotate(${i * 30} 640 480)"/>`,
    ),
    stroke('M640 480L560 410', ink, 14) +
      stroke('M640 480L724 376', ink, 9) +
      stroke('M640 500V590', s.accent, 4) +
      disc([640, 480, 12], s.accent),
    path('M500 400a170 170 0 0 1 180 -88q-130 60 -180 88z', '#ffffff', 'opacity="0.25"'),
  ].join('');
}

function necklace(s: Sketch): string {
  const beads = Array.from({ length: 41 }, (_, i) => {
    const t = (i / 40) * Math.PI;
    return [640 - Math.cos(t) * 330, 210 + Math.sin(t) * 400, i % 2 ? 17 : 21] as const;
  });
  return [
    beads.map(([x, y, r]) => disc([x + 10, y + 14, r], '#1f140b', 'opacity="0.2"')).join(''),
    beads.map(([x, y, r], i) => disc([x, y, r], ball(s, i % 5 === 2 ? s.accent : s.tone))).join(''),
    path(
      'M640 640q-70 70 -52 130q20 50 52 50q32 0 52 -50q18 -60 -52 -130z',
      '#1f140b',
      'opacity="0.22" transform="translate(12 16)"',
    ),
    disc([640, 632, 16], '#c9a15a'),
    path('M640 640q-70 70 -52 130q20 50 52 50q32 0 52 -50q18 -60 -52 -130z', '#c79a3e') +
      path('M640 664q-54 60 -40 102q14 36 40 36q26 0 40 -36q14 -42 -40 -102z', ball(s, s.accent)),
    path('M616 740q0 -30 18 -46q-4 26 -18 46z', '#fff', 'opacity="0.6"'),
  ].join('');
}

function knitHat(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 780, 440, 46], 0.6),
    path('M350 640q-10 -380 290 -380t290 380z', across(s, c)),
    times(11, (i) =>
      stroke(
        `M${382 + i * 52} ${620}q${(i - 5) * -8} -180 ${(5 - i) * 30} ${-280 + Math.abs(i - 5) * 22}`,
        dark(c, 0.2),
        5,
      ),
    ),
    rect([324, 600, 632, 160], sheen(s, light(c, 0.1)), 50) +
      times(24, (i) => stroke(`M${350 + i * 25.4} 620v120`, dark(c, 0.2), 5)),
    disc([640, 232, 84], ball(s, light(s.accent, 0.25))) +
      times(16, (i) =>
        stroke(
          `M640 232l${Math.round(Math.cos(i * 0.39) * 82)} ${Math.round(Math.sin(i * 0.39) * 82)}`,
          light(s.accent, 0.5),
          4,
        ),
      ),
  ].join('');
}

function brimHat(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 740, 580, 60], 0.6),
    oval([640, 664, 500, 100], dark(c, 0.3)) + oval([640, 650, 500, 98], slant(s, c)),
    path(
      'M384 640q-10 -330 110 -350q70 -14 146 40q76 -54 146 -40q120 20 110 350q-256 80 -512 0z',
      across(s, light(c, 0.05)),
    ),
    path(
      'M384 640q-2 -60 2 -94q254 76 508 0q4 40 2 94q-256 80 -512 0z',
      sheen(s, dark(s.accent, 0.15)),
    ),
    path('M560 330q80 60 160 0q-20 90 -80 100q-60 -10 -80 -100z', dark(c, 0.25), 'opacity="0.6"'),
  ].join('');
}

function sunglasses(s: Sketch): string {
  const lens =
    'M240 470q140 -46 330 -6q24 8 16 70q-20 150 -160 150q-150 0 -186 -214zM1040 470q-140 -46 -330 -6q-24 8 -16 70q20 150 160 150q150 0 186 -214z';
  return [
    shadow(s, [640, 720, 520, 44], 0.55),
    stroke(
      'M250 470L400 330q20 -20 60 -10M1030 470L880 330q-20 -20 -60 -10',
      dark(s.tone, 0.3),
      24,
    ),
    path(lens, linear(s, ['#3a3330', '#6d5140', '#b98a5c'])),
    stroke(lens, s.tone, 30) + stroke('M572 500q68 -50 136 0', s.tone, 28),
    stroke(lens, light(s.tone, 0.4), 4),
    path(
      'M300 500q60 -30 120 -26l-90 130q-30 -50 -30 -104zM760 500q60 -30 110 -26l-80 110q-30 -40 -30 -84z',
      '#ffffff',
      'opacity="0.2"',
    ),
  ].join('');
}

function backpack(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 810, 400, 44], 0.6),
    stroke('M560 210q0 -80 80 -80t80 80', dark(c, 0.4), 26),
    path('M360 800q-40 0 -40 -60V440q0 -260 320 -260t320 260v300q0 60 -40 60z', across(s, c)),
    stroke('M404 470q10 -210 236 -210t236 210', dark(c, 0.4), 8) +
      stroke('M404 470q10 -210 236 -210t236 210', '#d8c49a', 2),
    rect([392, 520, 496, 240], dark(c, 0.22), 36) +
      rect([396, 514, 488, 236], slant(s, light(c, 0.08)), 34),
    stroke('M420 566h440', dark(c, 0.4), 8) + rect([800, 560, 12, 44], '#d8c49a', 4),
    rect([470, 240, 44, 300], slant(s, '#a9794d'), 6) +
      rect([766, 240, 44, 300], slant(s, '#a9794d'), 6) +
      rect([464, 500, 56, 44], '#d8c49a', 6) +
      rect([760, 500, 56, 44], '#d8c49a', 6),
    rect([590, 330, 100, 76], slant(s, s.accent), 8) +
      poly([604, 392, 634, 350, 652, 374, 664, 360, 680, 392], '#f3efe7'),
  ].join('');
}

function rings(s: Sketch): string {
  const stone = (x: number, y: number, c: string) =>
    poly([x - 54, y, x - 28, y - 40, x + 28, y - 40, x + 54, y, x, y + 70], c) +
    poly([x - 54, y, x - 20, y, x, y + 70], light(c, 0.3)) +
    poly([x - 28, y - 40, x + 28, y - 40, x + 20, y, x - 20, y], light(c, 0.55)) +
    poly([x + 54, y, x + 20, y, x, y + 70], dark(c, 0.25));
  return [
    shadow(s, [640, 800, 480, 50], 0.6),
    rect([340, 470, 600, 330], sheen(s, s.tone), 30),
    poly([340, 500, 940, 500, 900, 180, 380, 180], linear(s, [dark(s.tone, 0.3), s.tone])),
    poly([380, 484, 900, 484, 866, 210, 414, 210], linear(s, ['#f3ece0', '#d9cdb9'])),
    oval([640, 510, 290, 50], '#efe6d6') + oval([640, 520, 200, 26], '#cdbfa8'),
    group(
      ring([640, 420, 118], '#9d7426', 26) +
        ring([640, 420, 120], '#dcb765', 18) +
        ring([638, 418, 122], '#f2dca6', 4),
      '',
    ),
    path('M490 512q150 60 300 0v60q-150 40 -300 0z', '#efe6d6'),
    stone(640, 290, s.accent),
  ].join('');
}

export const ACCESSORIES = {
  handbag: {
    draw: handbag,
    settings: ['studio', 'table'],
    tones: ['brown', 'tan', 'burgundy', 'green', 'navy'],
    focus: [640, 560],
  },
  watch: {
    draw: watch,
    settings: ['flat'],
    tones: ['brown', 'black', 'navy', 'tan', 'green'],
    focus: [640, 480],
  },
  necklace: {
    draw: necklace,
    settings: ['flat'],
    tones: ['cream', 'teal', 'gold', 'silver', 'burgundy'],
    focus: [640, 640],
  },
  'knit-hat': {
    draw: knitHat,
    settings: ['studio', 'table'],
    tones: ['green', 'burgundy', 'grey', 'orange', 'navy'],
    focus: [640, 520],
  },
  'brim-hat': {
    draw: brimHat,
    settings: ['studio', 'table'],
    tones: ['tan', 'brown', 'grey', 'cream'],
    focus: [640, 520],
  },
  sunglasses: {
    draw: sunglasses,
    settings: ['table', 'studio'],
    tones: ['black', 'brown', 'burgundy', 'green'],
    focus: [460, 520],
  },
  backpack: {
    draw: backpack,
    settings: ['room', 'studio', 'table'],
    tones: ['green', 'navy', 'orange', 'tan', 'charcoal'],
    focus: [640, 560],
  },
  ring: {
    draw: rings,
    settings: ['table', 'studio'],
    tones: ['navy', 'burgundy', 'green', 'black'],
    focus: [640, 400],
  },
} as const satisfies Record<string, Subject>;
