import { dark, light } from './colour.ts';
import {
  across,
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

const PAINT = [
  'blue',
  'red',
  'silver',
  'green',
  'white',
  'charcoal',
  'navy',
  'burgundy',
  'tan',
] as const;

function tyre(s: Sketch, at: readonly [number, number, number]): string {
  const [x, y, r] = at;
  const rim = times(
    5,
    (i) =>
      `<rect x="${x - r * 0.09}" y="${y - r * 0.6}" width="${r * 0.18}" height="${r * 0.6}" rx="4" fill="#dfe1e0" transform="rotate(${i * 72 + 12} ${x} ${y})"/>`,
  );
  return (
    disc([x, y, r], '#232325') +
    ring([x, y, r * 0.84], '#39393c', 5) +
    disc([x, y, r * 0.66], '#8f9190') +
    disc([x, y, r * 0.6], '#4a4b4f') +
    rim +
    disc([x, y, r * 0.16], slant(s, '#c3c7c9'))
  );
}

function car(s: Sketch, wagon: boolean): string {
  const c = s.tone;
  const roof = wagon
    ? 'M330 500L470 350q20 -18 60 -18h430q36 0 50 24l50 144z'
    : 'M330 500L480 350q20 -18 60 -18h240q40 0 70 26l170 142z';
  const glass = wagon
    ? 'M380 496L492 374q10 -12 34 -12h110v134zM660 362h130v134h-130zM814 362h140q16 0 24 16l40 118h-204z'
    : 'M380 496L500 374q10 -12 34 -12h110v134zM668 362h112q26 0 46 18l130 116h-288z';
  return [
    shadow(s, [640, 770, 640, 40], 0.7),
    path(roof, across(s, dark(c, 0.06))),
    path(glass, linear(s, ['#dbe8ec', '#7f9aa6', '#4b6370'], 'diagonal')),
    path(
      'M90 640q0 -70 90 -100q100 -40 180 -46l660 -6q120 10 156 60q24 40 20 110q0 40 -36 44h-1010q-60 0 -60 -62z',
      linear(s, [light(c, 0.34), c, dark(c, 0.32)]),
    ),
    stroke('M130 580q500 -60 1040 -26', light(c, 0.5), 4),
    stroke('M656 500v170M380 500q-20 100 20 180M930 500q40 90 0 120', dark(c, 0.4), 4),
    stroke('M570 560h50M830 556h50', dark(c, 0.5), 9),
    path('M116 590q60 -30 90 -24q10 30 -40 44q-44 6 -50 -20z', '#fff3d6') +
      path('M1130 540q40 6 50 50l-40 6q-20 -30 -10 -56z', '#b4483a'),
    rect([96, 650, 90, 26], '#3a3a3c', 10) + rect([1140, 660, 56, 20], '#3a3a3c', 8),
    disc([330, 680, 104], dark(c, 0.65)) + disc([950, 680, 104], dark(c, 0.65)),
    tyre(s, [330, 690, 90]) + tyre(s, [950, 690, 90]),
    path('M380 470q-40 -4 -44 16q20 20 50 10z', dark(c, 0.15)),
  ].join('');
}

function pickup(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 780, 650, 40], 0.7),
    path('M340 470L450 310q16 -20 50 -20h190q20 0 20 24v160z', across(s, dark(c, 0.06))),
    path(
      'M392 466L476 340q10 -14 30 -14h50v140zM580 326h100v140h-100z',
      linear(s, ['#dbe8ec', '#7f9aa6', '#4b6370'], 'diagonal'),
    ),
    rect([716, 440, 480, 40], dark(c, 0.3), 6),
    path(
      'M84 650V540q0 -44 60 -56l200 -24h366v12h486q20 0 20 24v150q0 40 -40 44h-1040q-52 0 -52 -40z',
      linear(s, [light(c, 0.34), c, dark(c, 0.32)]),
    ),
    stroke('M120 560h1080', light(c, 0.45), 4) +
      stroke('M570 470v200M712 470v210', dark(c, 0.4), 4) +
      stroke('M640 530h44', dark(c, 0.5), 10),
    rect([90, 530, 60, 50], '#fff3d6', 12) +
      rect([1186, 500, 30, 80], '#b4483a', 8) +
      rect([66, 660, 130, 34], '#c3c7c9', 12) +
      rect([1130, 664, 100, 30], '#c3c7c9', 12),
    disc([320, 690, 116], dark(c, 0.65)) + disc([960, 690, 116], dark(c, 0.65)),
    tyre(s, [320, 696, 104]) + tyre(s, [960, 696, 104]),
  ].join('');
}

function tires(s: Sketch): string {
  const stack = times(3, (i) => {
    const y = 700 - i * 130;
    const tread = Array.from(
      { length: 22 },
      (_, j) => `M${300 + j * 17} ${y - 16 + Math.sin((j / 21) * Math.PI) * 40}v60`,
    );
    return (
      path(`M286 ${y - 30}v80q194 90 388 0v-80z`, tube(s, '#343436')) +
      stroke(tread.join(''), '#1d1c1e', 5) +
      oval([480, y - 30, 194, 56], '#3d3d40') +
      oval([480, y - 30, 120, 34], '#1d1c1e')
    );
  });
  return [
    shadow(s, [480, 806, 330, 40], 0.65) + shadow(s, [900, 806, 260, 34], 0.6),
    stack,
    disc([860, 600, 206], '#1d1c1e') + disc([890, 596, 206], slant(s, '#3a3a3d')),
    times(
      36,
      (i) =>
        `<rect x="882" y="388" width="16" height="26" fill="#1d1c1e" transform="rotate(${i * 10} 890 596)"/>`,
    ),
    ring([890, 596, 160], '#4f4f53', 4) + tyre(s, [890, 596, 178]),
  ].join('');
}

function motorcycle(s: Sketch): string {
  const c = s.tone;
  const w = (x: number) =>
    ring([x, 640, 150], '#232325', 46) +
    ring([x, 640, 120], '#b9bcbc', 8) +
    times(
      10,
      (i) =>
        `<rect x="${x - 3}" y="530" width="6" height="110" fill="#c3c7c9" transform="rotate(${i * 36} ${x} 640)"/>`,
    ) +
    disc([x, 640, 40], '#58585b');
  return [
    shadow(s, [640, 806, 600, 38], 0.65),
    w(330) + w(960),
    stroke('M330 640L440 330L420 270', '#c3c7c9', 24) +
      stroke('M420 290q-10 -60 70 -66', '#2b2a2c', 20),
    disc([404, 350, 56], tube(s, '#8f9190')) + disc([384, 350, 42], '#fff3d6'),
    stroke('M460 400L560 660H760L960 640M560 660L470 420L880 450L960 640', '#3a3a3c', 22),
    path('M560 480h210l30 180h-220z', slant(s, '#8f9190')) +
      times(5, (i) => stroke(`M566 ${506 + i * 30}h216`, '#58585b', 8)) +
      disc([690, 660, 70], slant(s, '#b9bcbc')),
    path('M450 420q30 -110 160 -110q120 0 150 100q-140 60 -310 10z', slant(s, c)) +
      stroke('M500 370q70 -44 160 -30', light(c, 0.6), 8),
    path('M730 420q140 -60 320 -40q30 20 10 50q-160 0 -320 30z', sheen(s, '#5a3a26')),
    stroke('M600 700Q760 740 1100 690', '#c3c7c9', 34) +
      stroke('M610 694Q760 728 1090 684', '#f3f4f3', 6),
    path('M800 500q130 -80 300 60l-30 16q-110 -90 -250 -10z', c) +
      path('M170 620q60 -160 230 -120l-8 26q-120 -30 -190 100z', c) +
      rect([1080, 440, 46, 30], '#b4483a', 8),
  ].join('');
}

function roofBox(s: Sketch): string {
  return [
    shadow(s, [640, 740, 560, 46], 0.6),
    stroke('M330 680h640', '#58585b', 26) +
      rect([380, 660, 50, 70], '#2b2a2c', 10) +
      rect([860, 660, 50, 70], '#2b2a2c', 10),
    path(
      'M150 590q10 -150 300 -170h480q200 20 200 160q-10 90 -120 90h-700q-160 0 -160 -80z',
      linear(s, [light(s.tone, 0.4), s.tone, dark(s.tone, 0.4)]),
    ),
    stroke('M160 600q480 40 966 -20', dark(s.tone, 0.6), 7) +
      stroke('M330 460q260 -30 560 -6', light(s.tone, 0.55), 8),
    rect([560, 610, 60, 30], s.accent, 6) + rect([860, 596, 60, 30], '#c3c7c9', 6),
  ].join('');
}

function carBattery(s: Sketch): string {
  return [
    shadow(s, [660, 806, 480, 44], 0.6),
    box(s, [290, 360, 620, 440, 220], '#3a3a3d'),
    box(s, [280, 330, 640, 90, 230], s.tone),
    rect([370, 236, 70, 60], tube(s, '#b9bcbc'), 8) +
      rect([352, 284, 106, 20], '#b4483a', 6) +
      rect([790, 236, 70, 60], tube(s, '#b9bcbc'), 8) +
      rect([772, 284, 106, 20], '#1d1c1e', 6),
    stroke('M480 290q140 -90 270 0', '#1d1c1e', 18),
    rect([340, 470, 520, 240], sheen(s, '#f3efe7'), 12) +
      poly([610, 490, 540, 610, 600, 610, 576, 694, 668, 566, 606, 566, 640, 490], s.accent),
    stroke('M370 520h120M370 560h90M720 640h110M720 670h80', '#8f9190', 10),
  ].join('');
}

export const AUTOMOTIVE = {
  sedan: {
    draw: (s: Sketch) => car(s, false),
    settings: ['driveway', 'lawn'],
    tones: PAINT,
    focus: [480, 580],
  },
  wagon: {
    draw: (s: Sketch) => car(s, true),
    settings: ['driveway', 'lawn'],
    tones: PAINT,
    focus: [480, 580],
  },
  pickup: { draw: pickup, settings: ['driveway', 'lawn'], tones: PAINT, focus: [480, 560] },
  tires: { draw: tires, settings: ['driveway', 'studio'], tones: ['charcoal'], focus: [860, 590] },
  motorcycle: {
    draw: motorcycle,
    settings: ['driveway', 'lawn', 'studio'],
    tones: ['red', 'green', 'black', 'blue', 'orange', 'burgundy'],
    focus: [640, 520],
  },
  'roof-box': {
    draw: roofBox,
    settings: ['driveway', 'studio'],
    tones: ['charcoal', 'black', 'silver'],
    focus: [640, 560],
  },
  'car-battery': {
    draw: carBattery,
    settings: ['driveway', 'studio'],
    tones: ['red', 'blue', 'yellow', 'green'],
    focus: [600, 480],
  },
} as const satisfies Record<string, Subject>;
