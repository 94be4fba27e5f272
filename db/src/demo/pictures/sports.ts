import { dark, light } from './colour.ts';
import {
  across,
  clipped,
  disc,
  linear,
  oval,
  path,
  poly,
  rect,
  ring,
  shadow,
  slant,
  stroke,
  times,
  tube,
  turn,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function wheel(at: readonly [number, number, number], fat: number): string {
  const [x, y, r] = at;
  const spokes = Array.from({ length: 16 }, (_, i) => {
    const a = (i * Math.PI) / 8;
    return `M${x} ${y}L${Math.round(x + Math.cos(a) * r)} ${Math.round(y + Math.sin(a) * r)}`;
  });
  return (
    stroke(spokes.join(''), '#d5d6d3', 2.5) +
    ring([x, y, r], '#2b2a2c', fat) +
    ring([x, y, r - fat * 0.65], '#b9bcbc', 6) +
    disc([x, y, 20], '#8f9190') +
    disc([x, y, 9], '#2b2a2c')
  );
}

function cycle(s: Sketch, kind: 'city' | 'basket' | 'rough'): string {
  const c = s.tone;
  const rough = kind === 'rough';
  return [
    shadow(s, [640, 800, 560, 30], 0.55),
    wheel([370, 616, 182], rough ? 30 : 15),
    wheel([910, 616, 182], rough ? 30 : 15),
    stroke('M370 616L600 630L520 340M370 616L534 390', dark(c, 0.12), 17),
    stroke(rough ? 'M600 630L836 372L526 400' : 'M600 630L836 384L522 362', c, 24),
    stroke('M596 624L830 374', light(c, 0.4), 5),
    stroke('M826 320L850 410L910 616', rough ? '#3a3a3c' : dark(c, 0.2), rough ? 26 : 17),
    rough
      ? stroke('M770 300L890 316', '#2b2a2c', 22) + stroke('M826 320L820 290', '#8f9190', 16)
      : stroke('M822 330L806 276h70q60 10 40 70', '#8f9190', 14) +
        stroke('M880 282q50 12 36 66', '#6f4a32', 20),
    stroke('M520 350L508 300', '#8f9190', 14) +
      path('M440 280q80 -26 160 4q6 24 -60 26q-70 6 -100 -30z', rough ? '#2b2a2c' : '#7d4f30'),
    stroke('M370 592L600 580M370 640L600 680', '#58585b', 5) +
      ring([600, 630, 48], '#58585b', 12) +
      stroke('M600 630L650 720M600 630L550 540', '#3a3a3c', 14) +
      rect([626, 714, 70, 16], '#2b2a2c', 6) +
      rect([510, 530, 66, 16], '#2b2a2c', 6),
    kind === 'basket'
      ? poly([860, 330, 1030, 330, 1004, 450, 880, 450], across(s, '#c39b6d')) +
        times(4, (i) => stroke(`M${864 + i * 6} ${352 + i * 26}h${164 - i * 12}`, '#8a6142', 5))
      : '',
  ].join('');
}

function kayak(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 760, 620, 50], 0.6),
    path(
      'M60 600q300 -60 580 -60t580 60q-200 150 -580 150t-580 -150z',
      linear(s, [light(c, 0.2), c, dark(c, 0.35)]),
    ),
    path(
      'M60 600q300 -60 580 -60t580 60q-300 46 -580 46t-580 -46z',
      linear(s, [light(c, 0.3), light(c, 0.1)]),
    ),
    oval([610, 592, 170, 34], dark(c, 0.6)) +
      oval([610, 598, 140, 24], '#1d1c1e') +
      path('M520 590q-6 -70 40 -76q30 0 30 76z', '#3a3a3c'),
    stroke('M230 596h150M850 594h190M880 582l120 24M1000 580l-120 28', '#2b2a2c', 5),
    stroke('M180 640q460 70 920 0', light(c, 0.5), 5),
    stroke('M250 470L1020 690', '#3a3a3c', 14) +
      turn(oval([225, 462, 90, 32], slant(s, s.accent)), 16, [225, 462]) +
      turn(oval([1046, 698, 90, 32], slant(s, s.accent)), 16, [1046, 698]),
  ].join('');
}

function skis(s: Sketch): string {
  const one = (x: number) =>
    [
      path(`M${x} 830V180q0 -70 34 -90q34 20 34 90v650q-34 14 -68 0z`, across(s, s.tone)),
      poly([x, 300, x + 68, 240, x + 68, 330, x, 390], s.accent) +
        poly([x, 660, x + 68, 600, x + 68, 640, x, 700], light(s.tone, 0.55)),
      rect([x + 8, 440, 52, 130], '#2b2a2c', 10) +
        rect([x + 14, 420, 40, 50], tube(s, '#8f9190'), 8) +
        rect([x + 12, 560, 44, 54], tube(s, '#8f9190'), 8),
    ].join('');
  const pole = (x: number, lean: number) =>
    stroke(`M${x} 830L${x + lean} 240`, '#58585b', 11) +
    stroke(`M${x + lean} 240l${lean * 0.12} -76`, s.accent, 24) +
    oval([x + 2, 790, 34, 10], '#2b2a2c');
  return [
    shadow(s, [640, 836, 420, 30], 0.55),
    turn(one(520), -4, [550, 830]),
    turn(one(640), 3, [680, 830]),
    pole(420, -30),
    pole(830, 40),
  ].join('');
}

function snowboard(s: Sketch): string {
  const shape =
    'M530 860q-60 -10 -50 -130q24 -250 0 -500q-10 -130 140 -140q150 10 140 140q-24 250 0 500q10 120 -50 130q-90 20 -180 0z';
  const c = s.tone;
  const art = [
    path('M400 640l200 -220l90 100l110 -120l140 240v300h-600z', s.accent) +
      path('M400 720l180 -130l120 90l160 -90v400h-500z', dark(c, 0.3)),
    disc([620, 250, 74], light(s.accent, 0.5)),
  ].join('');
  const binding = (y: number) =>
    rect([520, y, 200, 60], '#2b2a2c', 18) +
    path(`M540 ${y + 50}q-20 -90 20 -110h120q40 20 20 110z`, slant(s, '#58585b')) +
    rect([536, y - 20, 168, 26], s.accent, 12);
  return (
    shadow(s, [640, 870, 260, 26], 0.5) +
    turn(
      path(shape, across(s, c)) + clipped(s, shape, art) + binding(350) + binding(650),
      8,
      [640, 480],
    )
  );
}

function tent(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 800, 640, 44], 0.55),
    path('M130 780Q260 330 640 220Q1020 330 1150 780q-510 40 -1020 0z', across(s, c)),
    path('M640 220Q1020 330 1150 780q-180 26 -340 24Q800 480 640 220z', dark(c, 0.2)),
    path('M640 220Q460 460 430 800q-160 -4 -300 -20Q260 330 640 220z', light(c, 0.14)),
    path(
      'M640 290Q520 520 500 800q140 6 280 0Q760 520 640 290z',
      linear(s, ['#5a4a38', '#2d241b']),
    ),
    path(
      'M640 290Q520 520 500 800q-30 0 -20 0Q470 520 640 290zM640 290Q760 520 780 800l70 -2q-10 -120 -70 -140Q740 480 640 290z',
      s.accent,
    ),
    stroke(
      'M640 220Q260 330 130 780M640 220Q1020 330 1150 780M640 220Q460 460 430 800M640 220Q800 480 810 804',
      light(c, 0.5),
      6,
    ),
    stroke('M200 560L70 800M1080 560L1210 800', '#efe6d6', 4),
  ].join('');
}

export const SPORTS = {
  bicycle: {
    draw: (s: Sketch) => cycle(s, 'city'),
    settings: ['driveway', 'lawn', 'room'],
    tones: ['sage', 'blue', 'red', 'teal', 'cream', 'navy'],
    focus: [720, 460],
  },
  'basket-bicycle': {
    draw: (s: Sketch) => cycle(s, 'basket'),
    settings: ['driveway', 'lawn', 'room'],
    tones: ['sage', 'blue', 'red', 'teal', 'cream', 'navy'],
    focus: [720, 460],
  },
  'mountain-bike': {
    draw: (s: Sketch) => cycle(s, 'rough'),
    settings: ['lawn', 'driveway'],
    tones: ['orange', 'green', 'red', 'blue', 'charcoal'],
    focus: [720, 460],
  },
  kayak: {
    draw: kayak,
    settings: ['lawn', 'driveway'],
    tones: ['orange', 'yellow', 'green', 'red', 'blue'],
    focus: [600, 600],
  },
  skis: {
    draw: skis,
    settings: ['snow', 'wall', 'studio'],
    tones: ['blue', 'red', 'white', 'navy', 'orange'],
    focus: [620, 480],
  },
  snowboard: {
    draw: snowboard,
    settings: ['snow', 'studio'],
    tones: ['teal', 'navy', 'white', 'orange', 'burgundy'],
    focus: [640, 480],
  },
  tent: {
    draw: tent,
    settings: ['lawn'],
    tones: ['orange', 'green', 'teal', 'yellow', 'blue'],
    focus: [640, 540],
  },
} as const satisfies Record<string, Subject>;
