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
  shadow,
  sheen,
  slant,
  stroke,
  times,
  tube,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function boardUnder(s: Sketch): string {
  return (
    shadow(s, [640, 820, 580, 44], 0.55) +
    path('M170 720h940l60 70q4 24 -30 24H140q-34 0 -30 -24z', linear(s, ['#d8ab72', '#a97745']))
  );
}

function bread(s: Sketch): string {
  const crust = s.random.pick(['#b9763a', '#a9652f', '#c58747']);
  const slices = times(
    2,
    (i) =>
      path(`M${850 + i * 110} 740q-24 -210 60 -220q100 4 70 220z`, across(s, crust)) +
      path(`M${864 + i * 110} 736q-20 -190 48 -200q78 4 56 200z`, slant(s, '#f0dcb4')) +
      times(7, (j) => disc([890 + i * 110 + ((j * 37) % 50), 600 + j * 18, 5], '#d8bd8c')),
  );
  return [
    boardUnder(s),
    path('M200 740q-40 -310 300 -320q340 0 350 230q4 80 -20 90z', ball(s, crust)),
    times(4, (i) =>
      path(
        `M${330 + i * 110} ${466 + Math.abs(i - 1.5) * 20}q60 70 50 190q-60 -80 -50 -190z`,
        '#f0dcb4',
        'opacity="0.85"',
      ),
    ),
    times(30, (i) =>
      disc([260 + ((i * 83) % 540), 500 + ((i * 47) % 200), 3.5], '#fbf3e2', 'opacity="0.7"'),
    ),
    slices,
  ].join('');
}

function pie(s: Sketch): string {
  const filling = s.tone;
  const holes = times(4, (row) =>
    times(7, (i) => oval([400 + i * 80 + (row % 2) * 34, 500 + row * 40, 30, 13], filling)),
  );
  return [
    boardUnder(s),
    path('M230 560q30 170 100 180h620q70 -10 100 -180z', across(s, '#b9bcbc')),
    oval([640, 560, 424, 136], dark('#c58747', 0.2)) +
      oval([640, 546, 424, 134], ball(s, '#d59a55')),
    times(30, (i) => {
      const a = (i / 30) * Math.PI * 2;
      return disc([640 + Math.cos(a) * 398, 548 + Math.sin(a) * 122, 30], ball(s, '#cf9350'));
    }),
    oval([640, 544, 372, 108], slant(s, '#e0ad68')),
    holes,
    stroke(
      'M470 330q-20 -40 0 -70t0 -70M640 310q-20 -40 0 -70t0 -70M800 330q-20 -40 0 -70t0 -70',
      '#ffffff66',
      12,
    ),
  ].join('');
}

function jar(s: Sketch, at: readonly [number, number, number, number], filling: string): string {
  const [x, y, w, h] = at;
  return [
    shadow(s, [x + w / 2, y + h + 8, w * 0.8, 26], 0.55),
    rect(
      [x, y + 40, w, h - 40],
      linear(s, [dark(filling, 0.25), light(filling, 0.3), filling, dark(filling, 0.3)], 'across'),
      34,
    ),
    rect([x + 12, y + 56, w - 24, 30], light(filling, 0.5), 14),
    rect([x + w * 0.08, y, w * 0.84, 56], tube(s, s.accent), 10),
    rect([x + w * 0.14, y + h * 0.44, w * 0.72, h * 0.34], '#fbf5e8', 10),
    path(`M${x + w / 2 - 30} ${y + h * 0.6}q30 -50 60 0q-30 40 -60 0z`, filling) +
      stroke(`M${x + w * 0.28} ${y + h * 0.71}h${w * 0.44}`, '#6f4a32', 5),
    stroke(`M${x + 18} ${y + 110}v${h - 170}`, '#ffffffaa', 8),
  ].join('');
}

function honey(s: Sketch): string {
  return [
    jar(s, [680, 330, 250, 380], dark(s.tone, 0.12)),
    jar(s, [290, 360, 270, 430], s.tone),
    jar(s, [560, 500, 210, 310], light(s.tone, 0.1)),
    shadow(s, [950, 820, 180, 20]),
    stroke('M1080 560L930 780', '#a9794d', 18) + oval([918, 796, 44, 30], ball(s, '#c39b6d')),
  ].join('');
}

function syrup(s: Sketch): string {
  const bottle = (x: number, h: number) => {
    const y = 800 - h;
    const c = '#7a3a12';
    return [
      shadow(s, [x, 808, 170, 30], 0.6),
      rect([x - 34, y, 68, 60], tube(s, '#d8c49a'), 8),
      path(
        `M${x - 30} ${y + 56}h60v70q90 40 90 130v${h - 280}q0 24 -24 24h-192q-24 0 -24 -24v-${h - 280}q0 -90 90 -130z`,
        linear(s, [dark(c, 0.4), '#b9662a', c, dark(c, 0.5)], 'across'),
      ),
      stroke(`M${x + 40} ${y + 90}q70 -10 60 60q-6 40 -50 30`, '#b9662a', 16),
      path(`M${x - 84} ${y + h * 0.5}h168v${h * 0.32}h-168z`, '#fbf5e8'),
      path(
        `M${x} ${y + h * 0.53}l12 26l24 -10l-6 28l26 8l-26 22l6 14l-30 -4l-6 24l-6 -24l-30 4l6 -14l-26 -22l26 -8l-6 -28l24 10z`,
        '#c8553d',
      ),
      stroke(`M${x - 84} ${y + 230}v${h - 260}`, '#ffffff66', 8),
    ].join('');
  };
  return bottle(800, 600) + bottle(470, 500) + bottle(1010, 380);
}

function apples(s: Sketch): string {
  const fruit = Array.from({ length: 16 }, (_, i) => {
    const x = 300 + (i % 6) * 132 + Math.floor(i / 6) * 62;
    const y = 470 - Math.floor(i / 6) * 86;
    return (
      disc([x, y, 80], ball(s, s.random.pick([s.tone, dark(s.tone, 0.12), light(s.tone, 0.12)]))) +
      stroke(`M${x + 4} ${y - 66}q4 -26 18 -34`, '#5a3a26', 7) +
      path(`M${x + 12} ${y - 78}q40 -30 56 0q-30 20 -56 0z`, '#6f9355')
    );
  });
  return [
    shadow(s, [640, 816, 540, 44], 0.6),
    rect([190, 440, 900, 120], dark('#8a6142', 0.5)),
    fruit.join(''),
    times(
      3,
      (i) =>
        rect([170, 500 + i * 104, 940, 88], linear(s, ['#d3aa78', '#b98a5c', '#9a7048']), 4) +
        stroke(`M200 ${530 + i * 104}q400 -10 860 4`, '#8a6142', 2),
    ),
    rect([180, 490, 50, 312], across(s, '#a67a55')) +
      rect([1050, 490, 50, 312], across(s, '#a67a55')),
    rect([520, 536, 240, 40], dark('#8a6142', 0.6), 20),
  ].join('');
}

function cookies(s: Sketch): string {
  const one = (x: number, y: number) =>
    oval([x, y + 14, 130, 52], dark('#b9763a', 0.4)) +
    oval([x, y, 130, 52], ball(s, '#cf9350')) +
    times(7, (i) =>
      oval(
        [x - 80 + ((i * 61) % 160), y - 22 + ((i * 29) % 44), 15, 9],
        s.random.chance(0.7) ? '#4a2a18' : '#6f4424',
      ),
    );
  return [
    shadow(s, [640, 820, 520, 44], 0.6),
    oval([640, 770, 500, 84], '#d9d2c4') +
      oval([640, 756, 500, 82], linear(s, ['#ffffff', '#ece6da'])) +
      oval([640, 752, 390, 58], '#e3dccf'),
    one(430, 720),
    one(650, 750),
    one(860, 716),
    one(540, 660),
    one(770, 650),
    one(640, 590),
    one(600, 530),
  ].join('');
}

function eggs(s: Sketch): string {
  const shell = ['#e9d3b4', '#d8a878', '#f3ece0', '#b9cbc0', '#c98f5e'];
  const carton = s.tone;
  const row = (y: number, k: number) =>
    times(6, (i) =>
      path(
        `M${228 + i * 140} ${y}q0 -130 68 -140q68 10 68 140q0 60 -68 60t-68 -60z`,
        ball(s, s.random.pick(shell)),
      ),
    ) +
    path(
      `M190 ${y + 10}${'q30 40 70 40t70 -40'.repeat(6)}h60v${70 * k}h-960v-${70 * k}z`,
      sheen(s, carton),
    );
  return [
    shadow(s, [640, 810, 580, 44], 0.6),
    poly(
      [190, 500, 1090, 500, 1060, 300, 220, 300],
      linear(s, [dark(carton, 0.2), dark(carton, 0.05)]),
    ),
    row(580, 1),
    row(690, 1),
    path('M180 720h920l-30 90h-860z', sheen(s, dark(carton, 0.06))),
  ].join('');
}

function vegetables(s: Sketch): string {
  const tomato = (x: number, y: number) =>
    disc([x, y, 76], ball(s, '#c8452f')) +
    path(`M${x} ${y - 60}l-34 -14l24 -4l10 -22l12 22l24 4z`, '#4f7f55');
  const carrot = (x: number, lean: number) =>
    `<g transform="rotate(${lean} ${x} 500)">${stroke(`M${x} 300q-30 -60 -50 -110M${x} 300q0 -70 6 -130M${x} 300q30 -60 56 -100`, '#5f8f4f', 16)}${path(`M${x - 44} 310q44 -40 88 0l-34 260h-20z`, across(s, '#dd7f33'))}</g>`;
  return [
    shadow(s, [640, 816, 540, 44], 0.6),
    times(7, (i) =>
      disc([300 + i * 46, 400 - ((i * 37) % 70), 90], ball(s, i % 2 ? '#5f8f4f' : '#7fa660')),
    ),
    carrot(800, 14) + carrot(900, 26) + carrot(710, 2),
    tomato(420, 500) + tomato(560, 480) + tomato(700, 510) + tomato(850, 510),
    path('M980 540q0 -170 70 -250q60 80 -10 250z', slant(s, '#4c2f4a')),
    path('M180 530h920l-70 270h-780z', linear(s, ['#c9a06b', '#a67845'])),
    times(4, (i) => stroke(`M${190 + i * 18} ${560 + i * 66}h${900 - i * 36}`, '#7d5630', 7)),
    times(12, (i) => stroke(`M${224 + i * 76} 540l${(6 - i) * -4 + 12} 250`, '#8a6138', 5)),
    rect([160, 510, 960, 44], sheen(s, '#b98a54'), 20),
  ].join('');
}

export const FOOD = {
  bread: { draw: bread, settings: ['counter', 'table'], tones: ['tan'], focus: [560, 600] },
  pie: {
    draw: pie,
    settings: ['counter', 'table'],
    tones: ['burgundy', 'navy', 'gold', 'red'],
    focus: [640, 560],
  },
  honey: {
    draw: honey,
    settings: ['table', 'counter'],
    tones: ['gold', 'yellow', 'orange'],
    focus: [540, 620],
  },
  syrup: {
    draw: syrup,
    settings: ['table', 'counter', 'snow'],
    tones: ['brown'],
    focus: [620, 600],
  },
  apples: {
    draw: apples,
    settings: ['lawn', 'table'],
    tones: ['red', 'yellow', 'burgundy'],
    focus: [600, 460],
  },
  cookies: { draw: cookies, settings: ['counter', 'table'], tones: ['tan'], focus: [640, 660] },
  eggs: {
    draw: eggs,
    settings: ['counter', 'table'],
    tones: ['grey', 'sage', 'tan'],
    focus: [620, 600],
  },
  vegetables: {
    draw: vegetables,
    settings: ['table', 'lawn', 'counter'],
    tones: ['green'],
    focus: [640, 520],
  },
} as const satisfies Record<string, Subject>;
