import { dark, light, mix } from './colour.ts';
import {
  across,
  clipped,
  disc,
  drop,
  linear,
  path,
  poly,
  rect,
  shadow,
  sheen,
  slant,
  stroke,
  times,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

/** The hook and shoulders of a wooden hanger with its middle at x = 640. */
function hanger(): string {
  return (
    stroke('M640 190v-34q0 -18 22 -22t22 -28t-26 -26t-26 22', '#8f9190', 8) +
    stroke('M450 262L640 188L830 262', '#a9794d', 22)
  );
}

const TORSO =
  'M540 216q100 60 200 0l120 46q40 16 48 60l92 400l-104 26l-74 -290v360q-182 40 -364 0v-360l-74 290l-104 -26l92 -400q8 -44 48 -60z';

function coat(s: Sketch, puffy: boolean): string {
  const c = s.tone;
  const rows = times(6, (i) =>
    stroke(`M468 ${400 + i * 70}q86 18 170 0M644 ${400 + i * 70}q86 18 170 0`, dark(c, 0.35), 5),
  );
  const pockets = times(
    2,
    (i) =>
      rect([492 + i * 190, 590, 120, 120], dark(c, 0.14), 8) +
      rect([492 + i * 190, 584, 120, 34], sheen(s, light(c, 0.06)), 6),
  );
  return [
    drop(TORSO),
    hanger(),
    path(TORSO, across(s, c)),
    path('M540 216q100 60 200 0l-20 -26q-80 30 -160 0z', dark(c, 0.35)),
    puffy ? rows : pockets,
    puffy
      ? path('M548 206q92 60 184 0l14 70q-106 70 -212 0z', slant(s, light(c, 0.08)))
      : path('M540 216l100 130l100 -130l40 18l-120 190h-40l-120 -190z', slant(s, dark(c, 0.16))),
    stroke(`M640 ${puffy ? 300 : 380}V818`, dark(c, 0.5), 8) +
      (puffy ? '' : times(5, (i) => disc([624, 450 + i * 82, 9], '#d8c49a'))),
    stroke('M458 500l-26 -120M822 500l26 -120', dark(c, 0.4), 6),
    path('M280 722l104 26l8 -32l-104 -26zM1000 722l-104 26l-8 -32l104 -26z', dark(c, 0.25)),
  ].join('');
}

function sweater(s: Sketch): string {
  const c = s.tone;
  const bands = times(3, (i) =>
    stroke(
      `M462 ${400 + i * 56}l25 -22l25 22l25 -22l25 22l25 -22l26 22l26 -22l26 22l26 -22l26 22l26 -22l26 22l26 -22l22 20`,
      i === 1 ? light(c, 0.6) : s.accent,
      10,
    ),
  );
  const knit = times(14, (i) => stroke(`M${476 + i * 25} 480V790`, dark(c, 0.22), 3));
  return [
    drop(TORSO),
    hanger(),
    path(TORSO, across(s, c)),
    knit,
    bands,
    path('M540 216q100 60 200 0l18 8q-108 96 -236 0z', dark(c, 0.25)) +
      stroke('M534 224q106 82 212 0', light(c, 0.2), 16),
    path('M458 780q182 40 364 0v36q-182 40 -364 0z', dark(c, 0.18)),
    path('M280 722l104 26l10 -38l-104 -26zM1000 722l-104 26l-10 -38l104 -26z', dark(c, 0.18)),
    stroke('M458 490l-22 -110M822 490l22 -110', dark(c, 0.4), 5),
  ].join('');
}

function dress(s: Sketch, dotted: boolean): string {
  const c = s.tone;
  const shape =
    'M556 220l28 -10q56 90 112 0l28 10q26 60 40 120q-40 60 -40 130q110 190 150 370q-234 60 -468 0q40 -180 150 -370q0 -70 -40 -130q14 -60 40 -120z';
  const dots = Array.from({ length: 60 }, () => {
    const y = s.random.between(500, 850);
    const half = 70 + (y - 480) * 0.42;
    return disc([640 + s.random.between(-half, half), y, 9], light(s.accent, 0.25));
  });
  return [
    drop(shape),
    hanger(),
    path(shape, across(s, c)),
    dotted ? dots.join('') : '',
    stroke('M600 500q-40 160 -80 350M640 500v366M680 500q40 160 80 350', dark(c, 0.24), 6),
    rect([552, 452, 176, 34], sheen(s, dark(s.accent, 0.1)), 10),
    stroke('M584 210q56 90 112 0', dark(c, 0.35), 6),
  ].join('');
}

function jeans(s: Sketch): string {
  const c = s.tone;
  const shape = 'M440 130h400l34 250l20 470h-180l-62 -430h-24l-62 430h-180l20 -470z';
  return [
    drop(shape),
    path(shape, across(s, c)),
    rect([440, 126, 400, 52], sheen(s, dark(c, 0.12)), 6),
    times(5, (i) => rect([464 + i * 84, 118, 18, 68], dark(c, 0.25), 4)),
    stroke('M640 178v230q-8 40 -40 44', '#d0a35a', 4),
    stroke('M446 190q20 90 120 80M834 190q-20 90 -120 80', '#d0a35a', 4),
    disc([640, 152, 12], '#c9a15a'),
    path('M470 420q60 140 40 330q-70 -140 -40 -330z', light(c, 0.4), 'opacity="0.4"') +
      path('M810 420q-60 140 -40 330q70 -140 40 -330z', light(c, 0.4), 'opacity="0.4"'),
    rect([388, 824, 180, 30], dark(c, 0.18), 4) + rect([712, 824, 180, 30], dark(c, 0.18), 4),
  ].join('');
}

function boot(s: Sketch, x: number, y: number): string {
  const c = s.tone;
  const lace = times(5, (i) =>
    stroke(
      `M${x + 226} ${y + 150 + i * 44}l62 20M${x + 226} ${y + 172 + i * 44}l62 -22`,
      light(s.accent, 0.2),
      8,
    ),
  );
  return [
    path(
      `M${x} ${y + 460}V${y + 30}q0 -30 40 -30h180q40 0 44 40l14 200q6 60 70 84l86 30q66 24 66 96v10z`,
      slant(s, c),
    ),
    path(
      `M${x} ${y + 120}V${y + 30}q0 -30 40 -30h180q40 0 44 40l4 60q-130 40 -268 20z`,
      sheen(s, light(c, 0.12)),
    ),
    path(`M${x + 340} ${y + 340}q90 10 130 40q30 30 30 80h-130q20 -80 -30 -120z`, dark(c, 0.18)),
    stroke(`M${x + 40} ${y + 460}q0 -110 90 -110q80 0 90 110`, dark(c, 0.35), 5),
    lace,
    path(
      `M${x - 12} ${y + 454}h524q4 60 -24 60h-210l-20 -16h-90l-14 16h-150q-20 0 -16 -60z`,
      linear(s, ['#4a3a2e', '#241a13']),
    ),
  ].join('');
}

function boots(s: Sketch): string {
  return shadow(s, [640, 826, 560, 46], 0.6) + boot(s, 460, 250) + boot(s, 250, 298);
}

function shoe(s: Sketch, x: number, y: number): string {
  const c = s.tone;
  return [
    path(
      `M${x} ${y + 190}q-20 -110 10 -180q60 -20 110 30q80 10 150 -70q40 0 60 40q80 100 230 120q70 10 70 66v20z`,
      slant(s, c),
    ),
    path(`M${x + 430} ${y + 120}q130 4 190 50q20 20 10 46h-190q30 -50 -10 -96z`, light(c, 0.55)),
    path(`M${x + 60} ${y + 180}q120 -110 330 -40l20 40q-190 -40 -350 0z`, s.accent),
    times(4, (i) => stroke(`M${x + 262 + i * 38} ${y - 2 + i * 30}l54 -34`, '#fbf7ef', 13)),
    stroke(`M${x + 10} ${y + 14}q60 -16 106 32q90 8 160 -74`, dark(c, 0.4), 8),
    path(
      `M${x - 12} ${y + 180}q330 20 648 0q16 56 -30 62h-590q-36 -6 -28 -62z`,
      linear(s, ['#fdfaf3', '#d8cfbf']),
    ),
    stroke(`M${x - 6} ${y + 214}h634`, mix(s.accent, '#c9bfae', 0.4), 6),
  ].join('');
}

function sneakers(s: Sketch): string {
  return (
    shadow(s, [650, 806, 540, 44], 0.6) +
    shoe(s, 420, 470) +
    shadow(s, [520, 832, 420, 30], 0.5) +
    shoe(s, 220, 574)
  );
}

function scarf(s: Sketch): string {
  const c = s.tone;
  const shape =
    'M400 260q240 -130 480 0q60 60 0 130q-30 20 -60 30l70 400h-180l-70 -370l-70 370h-180l70 -400q-30 -10 -60 -30q-60 -70 0 -130z';
  const fringe = Array.from(
    { length: 9 },
    (_, i) => `M${398 + i * 20} 816v40M${720 + i * 20} 816v40`,
  );
  return [
    drop(shape),
    stroke(fringe.join(''), light(c, 0.2), 7),
    path(shape, across(s, c)),
    clipped(
      s,
      shape,
      times(4, (i) => rect([300, 520 + i * 76, 700, 24], i % 2 ? s.accent : light(c, 0.55))),
    ),
    path(
      'M420 300q220 110 440 0q30 40 -40 90q-180 70 -360 0q-70 -50 -40 -90z',
      slant(s, light(c, 0.1)),
    ),
    stroke('M440 320q200 90 400 0M470 360q170 60 340 0', dark(c, 0.25), 6),
  ].join('');
}

function shirt(s: Sketch): string {
  const c = s.tone;
  const plaid =
    times(12, (i) => stroke(`M${300 + i * 62} 200V840`, dark(c, 0.3), 14)) +
    times(
      8,
      (i) =>
        stroke(`M260 ${280 + i * 72}h760`, dark(c, 0.3), 14) +
        stroke(`M260 ${316 + i * 72}h760`, light(s.accent, 0.3), 5),
    );
  return [
    drop(TORSO),
    hanger(),
    path(TORSO, across(s, c)),
    clipped(s, TORSO, `<g opacity="0.65">${plaid}</g>`),
    rect([616, 300, 48, 520], sheen(s, light(c, 0.08))),
    times(6, (i) => disc([640, 370 + i * 76, 9], '#f6efe0')),
    poly([540, 214, 640, 290, 590, 350, 512, 226], slant(s, light(c, 0.14))) +
      poly([740, 214, 640, 290, 690, 350, 768, 226], slant(s, light(c, 0.08))),
    rect([696, 420, 96, 110], dark(c, 0.1), 6) +
      stroke('M458 490l-22 -110M822 490l22 -110', dark(c, 0.4), 5),
  ].join('');
}

export const CLOTHING = {
  'puffer-jacket': {
    draw: (s: Sketch) => coat(s, true),
    settings: ['wall', 'studio'],
    tones: ['green', 'navy', 'orange', 'red', 'teal', 'black'],
    focus: [600, 420],
  },
  jacket: {
    draw: (s: Sketch) => coat(s, false),
    settings: ['wall', 'studio'],
    tones: ['green', 'navy', 'orange', 'brown', 'red', 'teal'],
    focus: [600, 420],
  },
  sweater: {
    draw: sweater,
    settings: ['wall', 'studio'],
    tones: ['blue', 'burgundy', 'cream', 'green', 'grey'],
    focus: [620, 460],
  },
  shirt: {
    draw: shirt,
    settings: ['wall', 'studio'],
    tones: ['red', 'green', 'blue', 'tan'],
    focus: [660, 420],
  },
  dress: {
    draw: (s: Sketch) => dress(s, false),
    settings: ['wall', 'studio'],
    tones: ['blue', 'red', 'sage', 'navy', 'pink', 'yellow'],
    focus: [640, 440],
  },
  'dotted-dress': {
    draw: (s: Sketch) => dress(s, true),
    settings: ['wall', 'studio'],
    tones: ['blue', 'red', 'sage', 'navy', 'pink', 'yellow'],
    focus: [640, 440],
  },
  jeans: {
    draw: jeans,
    settings: ['flat', 'wall'],
    tones: ['blue', 'navy', 'charcoal'],
    focus: [640, 320],
  },
  boots: {
    draw: boots,
    settings: ['room', 'studio', 'snow'],
    tones: ['brown', 'tan', 'black', 'burgundy'],
    focus: [560, 560],
  },
  sneakers: {
    draw: sneakers,
    settings: ['room', 'studio'],
    tones: ['white', 'blue', 'charcoal', 'sage', 'red'],
    focus: [560, 660],
  },
  scarf: {
    draw: scarf,
    settings: ['flat', 'wall'],
    tones: ['red', 'green', 'navy', 'orange', 'grey'],
    focus: [640, 400],
  },
} as const satisfies Record<string, Subject>;
