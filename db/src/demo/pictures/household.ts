import { dark, light, mix } from './colour.ts';
import {
  across,
  clipped,
  disc,
  glow,
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

function floorLamp(s: Sketch, kind: 'arc' | 'tripod'): string {
  const arc = kind === 'arc';
  const pole = arc
    ? stroke('M420 780V420Q420 130 680 150Q770 160 780 230', '#3a3733', 16)
    : stroke('M640 780V300M640 520L520 790M640 520L760 790', '#7d573c', 16);
  const head = arc ? 780 : 640;
  const top = arc ? 216 : 150;
  return [
    shadow(s, [arc ? 430 : 640, 804, 200, 34], 0.6),
    oval([arc ? 420 : 640, 790, 120, 20], '#2d2c2e'),
    oval([head, top + 240, 420, 280], glow(s, '#fff0c8', 0.5)),
    pole,
    path(
      `M${head - 150} ${top + 190}l50 -190h200l50 190z`,
      linear(s, [light(s.tone, 0.35), light(s.tone, 0.1), s.tone]),
    ),
    oval([head, top + 190, 150, 20], '#fff3d0'),
  ].join('');
}

function rug(s: Sketch): string {
  const c = s.tone;
  const cream = mix(s.accent, '#f3efe7', 0.7);
  const turned = Array.from(
    { length: 40 },
    (_, i) => `M${186 + i * 23.3} 262v-22M${186 + i * 23.3} 790v24`,
  );
  const pattern = s.random.whole(0, 1);
  const middle = pattern
    ? times(3, (i) =>
        poly(
          [640, 320 + i * 50, 960 - i * 90, 526, 640, 732 - i * 50, 320 + i * 90, 526],
          [cream, s.accent, dark(c, 0.25)][i] ?? c,
        ),
      )
    : times(5, (row) =>
        times(9, (i) =>
          poly(
            [
              250 + i * 98,
              340 + row * 92,
              290 + i * 98,
              300 + row * 92 + 0,
              330 + i * 98,
              340 + row * 92,
              290 + i * 98,
              380 + row * 92,
            ],
            (i + row) % 2 ? cream : s.accent,
          ),
        ),
      );
  return [
    rect([188, 276, 930, 540], '#1f140b33', 6),
    stroke(turned.join(''), cream, 4),
    rect([176, 262, 928, 528], slant(s, c), 4),
    rect([206, 290, 868, 472], cream) + rect([218, 302, 844, 448], slant(s, dark(c, 0.12))),
    clipped(s, 'M218 302h844v448h-844z', middle),
  ].join('');
}

function plant(s: Sketch): string {
  const green = s.random.pick(['#4f7f55', '#5f8f5f', '#3f6b4f']);
  const leaves = times(13, (i) => {
    const angle = -78 + i * 13;
    const long = s.random.between(260, 400);
    const shade = i % 2 ? green : light(green, 0.16);
    return `<g transform="rotate(${angle} 640 600)">${path(`M640 600C${580} ${600 - long * 0.5} ${600} ${600 - long} 640 ${600 - long * 1.1}C680 ${600 - long} 700 ${600 - long * 0.5} 640 600z`, across(s, shade))}${stroke(`M640 590V${600 - long}`, light(shade, 0.35), 3)}</g>`;
  });
  return [
    shadow(s, [640, 812, 260, 40], 0.6),
    leaves,
    path('M490 590h300l-44 214q-106 22 -212 0z', tube(s, s.tone)),
    rect([474, 566, 332, 54], tube(s, light(s.tone, 0.06)), 12),
  ].join('');
}

function mirror(s: Sketch, rounded: boolean): string {
  const glass = linear(s, ['#e9f0ee', '#b9cbd0', '#dfe9e8', '#9fb4bb'], 'diagonal');
  const streak = stroke('M560 300l-60 160M640 260l-120 320', '#ffffffaa', 14);
  return rounded
    ? oval([656, 500, 290, 370], '#1f140b', 'opacity="0.22"') +
        oval([640, 480, 290, 370], slant(s, s.tone)) +
        oval([640, 480, 250, 330], dark(s.tone, 0.5)) +
        oval([640, 482, 246, 326], glass) +
        streak
    : rect([386, 126, 540, 740], '#1f140b38', 8) +
        rect([370, 110, 540, 740], slant(s, s.tone), 8) +
        grain(s, [380, 116, 520, 36], s.tone) +
        rect([416, 156, 448, 648], dark(s.tone, 0.5)) +
        rect([420, 160, 440, 640], glass) +
        streak;
}

function coffeeMaker(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 806, 400, 40], 0.6),
    rect([420, 180, 440, 610], across(s, c), 40),
    rect([420, 180, 440, 120], sheen(s, light(c, 0.12)), 36),
    rect([460, 330, 360, 380], dark(c, 0.6), 12),
    path('M520 470h240l22 60v120q0 44 -44 44h-196q-44 0 -44 -44v-120z', '#d9e4e6', 'opacity="0.5"'),
    path('M500 560h280v90q0 44 -44 44h-192q-44 0 -44 -44z', linear(s, ['#5a3522', '#2f1b11'])),
    rect([512, 446, 256, 34], '#2d2c2e', 8),
    stroke('M784 520q60 10 50 80t-60 60', '#2d2c2e', 22),
    stroke('M530 520v130', '#ffffff88', 10),
    rect([400, 720, 480, 80], sheen(s, dark(c, 0.1)), 16),
    disc([640, 240, 30], '#e8ecec') +
      disc([640, 240, 18], s.accent) +
      rect([720, 226, 90, 28], '#1d1c1e', 6),
  ].join('');
}

function mixer(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 808, 440, 42], 0.6),
    path('M310 790q0 -60 70 -60h520q70 0 70 60v12h-660z', sheen(s, c)),
    path('M340 740V420q0 -60 60 -60h90v380z', across(s, c)),
    path(
      'M330 400q-30 -180 130 -190h390q110 6 110 90q0 80 -110 86H560q-60 50 -230 14z',
      sheen(s, light(c, 0.06)),
    ),
    stroke('M420 252h420', light(c, 0.55), 8),
    disc([938, 300, 30], tube(s, '#c3c7c9')) + disc([430, 330, 18], '#2d2c2e'),
    rect([720, 380, 60, 60], tube(s, '#c3c7c9'), 6) + stroke('M750 430V500', '#8f9190', 12),
    path(
      'M560 500h380q-6 210 -110 240h-160q-104 -30 -110 -240z',
      linear(s, ['#eef1f1', '#b9bfc0', '#f2f4f3', '#8f9798'], 'across'),
    ),
    oval([750, 500, 190, 26], '#7f8687') + oval([750, 502, 174, 18], '#f0e2c4'),
    stroke('M940 540q90 30 40 110q-20 30 -70 30', '#b9bfc0', 18),
  ].join('');
}

function pan(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [560, 806, 480, 44], 0.6),
    rect([330, 420, 520, 330], tube(s, c), 40),
    oval([590, 426, 260, 58], dark(c, 0.35)) +
      oval([590, 400, 272, 60], slant(s, light(c, 0.16))) +
      oval([590, 384, 220, 42], slant(s, light(c, 0.3))),
    disc([590, 344, 26], '#c79a3e') + oval([590, 366, 18, 8], '#8a6a2a'),
    stroke('M330 500q-70 -6 -70 40t70 30M850 500q70 -6 70 40t-70 30', dark(c, 0.2), 26),
    shadow(s, [900, 836, 300, 30], 0.5),
    path('M700 730h400l-36 84q-8 16 -30 16h-270q-22 0 -30 -16z', tube(s, '#3a3a3c')) +
      oval([900, 730, 200, 34], '#242426') +
      oval([900, 736, 180, 26], '#3d3b3d'),
    stroke('M710 732L560 690', '#6f4a32', 26),
  ].join('');
}

function vase(s: Sketch): string {
  const one = (x: number, h: number, c: string) =>
    path(
      `M${x - 40} ${800 - h}h80q6 ${h * 0.2} 70 ${h * 0.45}q40 ${h * 0.4} -50 ${h * 0.55}h-120q-90 ${-h * 0.15} -50 ${-h * 0.55}q64 ${-h * 0.25} 70 ${-h * 0.45}z`,
      tube(s, c),
    ) + oval([x, 800 - h, 40, 10], dark(c, 0.5));
  return [
    shadow(s, [640, 808, 460, 40], 0.6),
    stroke(
      'M600 400q-40 -160 -120 -230M600 400q10 -160 20 -250M604 400q60 -120 120 -190',
      '#8a9a5f',
      7,
    ),
    times(9, (i) =>
      oval(
        [470 + i * 32, 160 + ((i * 67) % 90), 26, 42],
        ['#e0b04a', '#d57b35', '#d9a19a'][i % 3] ?? '#d57b35',
        `transform="rotate(${i * 24 - 90} ${470 + i * 32} ${160 + ((i * 67) % 90)})"`,
      ),
    ),
    one(600, 420, s.tone),
    one(860, 250, s.accent),
    one(380, 190, light(s.tone, 0.4)),
  ].join('');
}

function quilt(s: Sketch): string {
  const fabrics = [
    s.tone,
    s.accent,
    light(s.tone, 0.5),
    mix(s.accent, '#f3efe7', 0.5),
    dark(s.tone, 0.2),
    '#f1e7d5',
  ];
  const patch = times(48, (i) => {
    const x = 240 + (i % 8) * 100;
    const y = 150 + Math.floor(i / 8) * 110;
    return (
      rect([x, y, 100, 110], s.random.pick(fabrics)) +
      poly([x, y, x + 100, y, x, y + 110], s.random.pick(fabrics))
    );
  });
  return [
    rect([256, 170, 810, 680], '#1f140b40', 24),
    rect([226, 136, 828, 688], sheen(s, dark(s.tone, 0.1)), 22),
    patch,
    times(7, (i) => stroke(`M240 ${205 + i * 110 - 55}h800`, '#fff8ea55', 3)),
    path('M1054 640v184h-220q130 -30 140 -110q40 0 80 -74z', slant(s, '#efe5d2')),
  ].join('');
}

export const HOUSEHOLD = {
  'tripod-lamp': {
    draw: (s: Sketch) => floorLamp(s, 'tripod'),
    settings: ['room', 'studio'],
    tones: ['cream', 'yellow', 'sage', 'orange', 'blue'],
    focus: [660, 300],
  },
  'arc-lamp': {
    draw: (s: Sketch) => floorLamp(s, 'arc'),
    settings: ['room', 'studio'],
    tones: ['cream', 'yellow', 'sage', 'orange', 'blue'],
    focus: [660, 300],
  },
  rug: {
    draw: rug,
    settings: ['flat'],
    tones: ['burgundy', 'blue', 'green', 'orange', 'navy', 'teal'],
    focus: [760, 600],
  },
  plant: {
    draw: plant,
    settings: ['room', 'table', 'studio'],
    tones: ['orange', 'white', 'blue', 'sage', 'tan'],
    focus: [640, 420],
  },
  'oval-mirror': {
    draw: (s: Sketch) => mirror(s, true),
    settings: ['wall'],
    tones: ['gold', 'walnut', 'white', 'black'],
    focus: [560, 360],
  },
  mirror: {
    draw: (s: Sketch) => mirror(s, false),
    settings: ['wall'],
    tones: ['gold', 'walnut', 'white', 'oak', 'black'],
    focus: [560, 360],
  },
  'coffee-maker': {
    draw: coffeeMaker,
    settings: ['counter'],
    tones: ['charcoal', 'silver', 'red', 'cream'],
    focus: [640, 480],
  },
  mixer: {
    draw: mixer,
    settings: ['counter'],
    tones: ['red', 'sage', 'cream', 'blue', 'pink'],
    focus: [680, 440],
  },
  pan: {
    draw: pan,
    settings: ['counter', 'table'],
    tones: ['orange', 'red', 'blue', 'green', 'silver'],
    focus: [620, 520],
  },
  vase: {
    draw: vase,
    settings: ['table', 'studio'],
    tones: ['blue', 'sage', 'white', 'teal', 'orange'],
    focus: [620, 560],
  },
  quilt: {
    draw: quilt,
    settings: ['flat'],
    tones: ['blue', 'burgundy', 'green', 'navy', 'orange'],
    focus: [760, 560],
  },
} as const satisfies Record<string, Subject>;
