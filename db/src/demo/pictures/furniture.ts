import { dark, light, mix, TONES } from './colour.ts';
import {
  across,
  box,
  disc,
  grain,
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

function knob(s: Sketch, x: number, y: number): string {
  const brass = s.accent === TONES.orange ? '#c9a15a' : '#d8c9a8';
  return (
    disc([x + 2, y + 4, 9], '#1d130c', 'opacity="0.35"') +
    disc([x, y, 8], light(brass, 0.2)) +
    disc([x - 2, y - 2, 4], '#fffaf0')
  );
}

function drawer(s: Sketch, at: readonly [number, number, number, number]): string {
  const [x, y, w, h] = at;
  const face =
    rect([x - 2, y - 2, w + 4, h + 4], dark(s.tone, 0.45), 4) +
    rect(at, sheen(s, light(s.tone, 0.05)), 3);
  const knobs =
    w > 260
      ? knob(s, x + w * 0.22, y + h / 2) + knob(s, x + w * 0.78, y + h / 2)
      : knob(s, x + w / 2, y + h / 2);
  return face + grain(s, [x + 6, y, w - 12, h], s.tone) + knobs;
}

function leg(s: Sketch, x: number, [top, foot]: readonly [number, number]): string {
  return poly([x, top, x + 34, top, x + 27, foot, x + 9, foot], across(s, s.tone));
}

function books(s: Sketch, x: number, base: number): string {
  const covers = ['#b4583f', '#3f6b57', '#4f7595', '#d5a352', '#e8dcc3', '#77323a'];
  return times(4, (i) =>
    rect(
      [x + s.random.between(-8, 8), base - 22 * (i + 1), 130 - i * 9, 21],
      across(s, s.random.pick(covers)),
      3,
    ),
  );
}

function desk(s: Sketch): string {
  const w = s.random.between(740, 820);
  const x = (1280 - w - 85) / 2;
  const unit = s.random.pick([2, 3]);
  const unitHeight = unit === 2 ? 190 : 270;
  return [
    shadow(s, [660, 800, 540, 46]),
    leg(s, x + 95, [440, 748]),
    leg(s, x + w + 30, [440, 748]),
    box(s, [x + w - 290, 452, 270, unitHeight, 130], dark(s.tone, 0.06)),
    times(unit, (i) =>
      drawer(s, [
        x + w - 278,
        462 + i * ((unitHeight - 8) / unit),
        246,
        (unitHeight - 8) / unit - 12,
      ]),
    ),
    drawer(s, [x + 60, 456, w - 390, 54]),
    leg(s, x + 12, [450, 802]),
    leg(s, x + w - 46, [450, 802]),
    box(s, [x - 12, 420, w + 24, 34, 170], s.tone),
    grain(s, [x, 422, w, 28], s.tone),
    books(s, x + 110, 396),
    rect([x + w - 190, 300, 10, 96], '#3a3733', 4) + oval([x + w - 185, 396, 52, 10], '#3a3733'),
    path(`M${x + w - 240} 316l28 -84h54l28 84z`, linear(s, ['#fff3d6', s.accent])),
  ].join('');
}

function cushion(s: Sketch, at: readonly [number, number, number, number], colour: string): string {
  const [x, y, w, h] = at;
  return (
    rect(at, sheen(s, colour), Math.min(30, h / 3)) +
    path(
      `M${x + 20} ${y + 10}q${w / 2 - 20} -12 ${w - 40} 0`,
      'none',
      `stroke="${light(colour, 0.4)}" stroke-width="5" opacity="0.5"`,
    )
  );
}

function pillow(s: Sketch, at: readonly [number, number], colour: string): string {
  const [x, y] = at;
  return path(
    `M${x} ${y}q70 -22 140 0q14 66 0 130q-70 18 -140 0q-14 -64 0 -130z`,
    slant(s, colour),
  );
}

function sofa(s: Sketch, seats: 2 | 3): string {
  const wood = s.random.pick(['#6f4a32', '#c2935f']);
  const c = s.tone;
  const span = 700 / seats;
  return [
    shadow(s, [640, 808, 560, 52], 0.6),
    times(2, (i) =>
      poly(
        [250 + i * 740, 750, 290 + i * 740, 750, 282 + i * 740, 812, 262 + i * 740, 812],
        dark(wood, 0.1),
      ),
    ),
    rect([230, 350, 820, 330], sheen(s, dark(c, 0.12)), 60),
    times(seats, (i) => cushion(s, [292 + i * span, 376, span - 8, 230], c)),
    rect([230, 600, 820, 160], sheen(s, dark(c, 0.16)), 20),
    times(seats, (i) => cushion(s, [290 + i * span, 566, span - 6, 108], light(c, 0.06))),
    rect([184, 460, 118, 306], across(s, c), 48),
    rect([978, 460, 118, 306], across(s, c), 48),
    oval([243, 488, 50, 22], light(c, 0.22), 'opacity="0.5"') +
      oval([1037, 488, 50, 22], light(c, 0.16), 'opacity="0.5"'),
    pillow(s, [320, 456], s.accent),
    s.random.chance(0.6) ? pillow(s, [820, 452], mix(s.accent, '#f3efe7', 0.6)) : '',
  ].join('');
}

function armchair(s: Sketch, wing: boolean): string {
  const c = s.tone;
  const wood = '#7d573c';
  return [
    shadow(s, [640, 826, 400, 50], 0.6),
    times(2, (i) =>
      poly(
        [
          420 + i * 390,
          740,
          462 + i * 390,
          740,
          452 + i * 390 + (i ? 22 : -42),
          830,
          434 + i * 390 + (i ? 22 : -42),
          830,
        ],
        wood,
      ),
    ),
    path('M412 690V330q0 -150 228 -150t228 150v360z', across(s, dark(c, 0.08))),
    wing
      ? path('M412 300q-64 30 -50 210h84V300z', slant(s, c)) +
        path('M868 300q64 30 50 210h-84V300z', slant(s, dark(c, 0.1)))
      : '',
    path('M450 600V344q0 -118 190 -118t190 118v256z', sheen(s, light(c, 0.05))),
    wing
      ? times(6, (i) => disc([520 + (i % 3) * 120, 330 + Math.floor(i / 3) * 110, 8], dark(c, 0.4)))
      : '',
    rect([400, 590, 480, 170], sheen(s, dark(c, 0.14)), 24),
    cushion(s, [424, 560, 432, 110], light(c, 0.08)),
    rect([336, 480, 112, 284], across(s, c), 50),
    rect([832, 480, 112, 284], across(s, c), 50),
    oval([392, 508, 46, 20], light(c, 0.25), 'opacity="0.5"') +
      oval([888, 508, 46, 20], light(c, 0.2), 'opacity="0.5"'),
    s.random.chance(0.6) ? pillow(s, [570, 440], s.accent) : '',
  ].join('');
}

function chair(s: Sketch, x: number, base: number): string {
  const c = dark(s.tone, 0.1);
  return [
    stroke(`M${x} ${base - 330}V${base}M${x + 120} ${base - 330}V${base}`, c, 16),
    times(3, (i) => rect([x, base - 322 + i * 46, 120, 20], sheen(s, c), 6)),
    path(`M${x - 14} ${base - 150}h148l20 26h-188z`, sheen(s, light(c, 0.1))),
    stroke(
      `M${x - 14} ${base - 120}V${base + 22}M${x + 134} ${base - 120}V${base + 22}`,
      light(c, 0.06),
      15,
    ),
  ].join('');
}

function bowlOfFruit(s: Sketch): string {
  const bowl =
    oval([640, 470, 90, 22], dark(s.accent, 0.3)) +
    path('M550 470q20 70 90 70t90 -70z', sheen(s, s.accent));
  const fruit =
    disc([606, 456, 30], '#c8553d') +
    disc([660, 450, 32], '#d9a441') +
    disc([640, 440, 26], '#8aa566');
  return fruit + bowl;
}

function roundTable(s: Sketch): string {
  return [
    shadow(s, [640, 800, 420, 60], 0.6),
    chair(s, 240, 740),
    chair(s, 920, 740),
    path('M590 560h100l-18 190h90q30 20 30 46h-304q0 -26 30 -46h90z', across(s, s.tone)),
    oval([640, 566, 400, 70], dark(s.tone, 0.4)),
    oval([640, 540, 400, 76], slant(s, light(s.tone, 0.08))),
    bowlOfFruit(s),
  ].join('');
}

function diningTable(s: Sketch): string {
  return [
    shadow(s, [640, 800, 560, 56], 0.6),
    chair(s, 330, 700),
    chair(s, 780, 700),
    leg(s, 290, [560, 760]) + leg(s, 1040, [560, 760]),
    leg(s, 196, [560, 812]) + leg(s, 978, [560, 812]),
    box(s, [166, 530, 870, 40, 230], s.tone),
    grain(s, [180, 532, 840, 34], s.tone),
    bowlOfFruit(s),
  ].join('');
}

function coffeeTable(s: Sketch): string {
  const mug =
    rect([760, 470, 60, 62], tube(s, s.accent), 8) +
    stroke('M820 484q30 6 0 32', s.accent, 9) +
    oval([790, 471, 30, 8], '#4a2f1e');
  return [
    shadow(s, [650, 806, 560, 60], 0.6),
    oval([640, 830, 590, 90], mix(s.accent, '#f3efe7', 0.55), 'opacity="0.5"'),
    leg(s, 330, [580, 770]) + leg(s, 1030, [580, 770]),
    box(s, [230, 690, 790, 22, 200], dark(s.tone, 0.12)),
    leg(s, 206, [590, 816]) + leg(s, 984, [590, 816]),
    box(s, [176, 560, 860, 44, 260], s.tone),
    grain(s, [190, 562, 830, 38], s.tone),
    books(s, 380, 536),
    mug,
  ].join('');
}

export const FURNITURE = {
  desk: { draw: desk, settings: ['room', 'studio'], tones: WOODEN, focus: [800, 500] },
  sofa: {
    draw: (s: Sketch) => sofa(s, 3),
    settings: ['room', 'studio'],
    tones: ['green', 'blue', 'grey', 'tan', 'teal', 'cream', 'orange'],
    focus: [460, 540],
  },
  loveseat: {
    draw: (s: Sketch) => sofa(s, 2),
    settings: ['room', 'studio'],
    tones: ['green', 'blue', 'grey', 'tan', 'teal', 'cream', 'orange'],
    focus: [460, 540],
  },
  armchair: {
    draw: (s: Sketch) => armchair(s, false),
    settings: ['room', 'studio'],
    tones: ['orange', 'green', 'blue', 'burgundy', 'tan', 'sage'],
    focus: [620, 500],
  },
  'wing-chair': {
    draw: (s: Sketch) => armchair(s, true),
    settings: ['room', 'studio'],
    tones: ['orange', 'green', 'blue', 'burgundy', 'tan', 'sage'],
    focus: [620, 500],
  },
  'dining-table': { draw: diningTable, settings: ['room'], tones: WOODEN, focus: [560, 560] },
  'round-table': { draw: roundTable, settings: ['room'], tones: WOODEN, focus: [640, 560] },
  'coffee-table': {
    draw: coffeeTable,
    settings: ['room', 'studio'],
    tones: WOODEN,
    focus: [560, 570],
  },
} as const satisfies Record<string, Subject>;
