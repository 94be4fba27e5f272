import { dark, light, mix } from './colour.ts';
import {
  ball,
  box,
  disc,
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

const GADGET = ['silver', 'charcoal', 'black', 'white'] as const;

/** A landscape on a screen, so that it does not look dead. */
function screen(s: Sketch, at: readonly [number, number, number, number]): string {
  const [x, y, w, h] = at;
  const sky = s.random.pick([
    ['#e9b872', '#d98a5a', '#7a5a6a'],
    ['#bcd3dd', '#8fb0bf', '#5d8296'],
    ['#f0d9b0', '#a9bf9a', '#5d8a78'],
  ]);
  const hill = s.random.pick(['#3f6b57', '#2f4260', '#6f4a32']);
  return [
    rect(at, linear(s, sky), 4),
    disc([x + w * 0.7, y + h * 0.34, h * 0.1], '#fff3d6'),
    path(
      `M${x} ${y + h}v${-h * 0.3}q${w * 0.2} ${-h * 0.3} ${w * 0.4} ${-h * 0.08}q${w * 0.25} ${-h * 0.28} ${w * 0.6} ${h * 0.04}v${h * 0.34}z`,
      hill,
    ),
    path(
      `M${x} ${y + h}v${-h * 0.12}q${w * 0.4} ${-h * 0.16} ${w} ${h * 0.02}v${h * 0.1}z`,
      dark(hill, 0.35),
    ),
    group(poly([x, y, x + w * 0.45, y, x + w * 0.2, y + h, x, y + h], '#ffffff'), 'opacity="0.1"'),
  ].join('');
}

function laptop(s: Sketch): string {
  const c = s.tone;
  const keys = times(4, (row) =>
    times(13, (i) =>
      rect(
        [372 + row * -10 + i * (41.5 + row * 1.5), 648 + row * 24, 35 + row, 18],
        dark(c, 0.62),
        4,
      ),
    ),
  );
  return [
    shadow(s, [640, 812, 560, 40], 0.6),
    path(
      'M330 230q0 -26 26 -26h568q26 0 26 26v394h-620z',
      linear(s, [dark(c, 0.1), dark(c, 0.35)]),
    ),
    rect([344, 218, 592, 396], '#1d1c1e', 12),
    screen(s, [362, 238, 556, 356]),
    poly([330, 624, 950, 624, 1060, 780, 220, 780], linear(s, [light(c, 0.25), c])),
    keys,
    poly([560, 748, 720, 748, 730, 776, 550, 776], dark(c, 0.12)),
    path('M220 780h840q0 26 -26 26h-788q-26 0 -26 -26z', sheen(s, dark(c, 0.14))),
  ].join('');
}

function monitor(s: Sketch): string {
  return [
    shadow(s, [640, 806, 300, 36], 0.6),
    oval([640, 790, 190, 26], dark(s.tone, 0.3)) + oval([640, 782, 190, 24], slant(s, s.tone)),
    rect([600, 610, 80, 172], tube(s, s.tone), 8),
    rect([186, 186, 908, 500], dark(s.tone, 0.2), 18),
    rect([190, 188, 900, 490], '#1b1b1d', 16),
    screen(s, [208, 206, 864, 440]),
    disc([640, 663, 5], '#9fd0a8'),
  ].join('');
}

function television(s: Sketch): string {
  return [
    shadow(s, [640, 810, 560, 40], 0.6),
    box(s, [170, 660, 900, 130, 90], '#8a6142'),
    rect([190, 678, 280, 94], '#6b4a36', 4) +
      rect([480, 678, 280, 94], '#5a3e2d', 4) +
      rect([770, 678, 280, 94], '#6b4a36', 4),
    rect([600, 700, 80, 40], '#2d2c2e', 4),
    poly([360, 648, 420, 590, 440, 590, 400, 648], '#2a2a2c') +
      poly([920, 648, 860, 590, 840, 590, 880, 648], '#2a2a2c'),
    rect([190, 130, 900, 480], '#232325', 10),
    screen(s, [202, 142, 876, 452]),
  ].join('');
}

function phone(s: Sketch): string {
  const back = [
    rect(
      [660, 170, 300, 610],
      linear(s, [light(s.tone, 0.3), s.tone, dark(s.tone, 0.25)], 'diagonal'),
      48,
    ),
    rect([684, 196, 130, 140], dark(s.tone, 0.16), 34),
    disc([724, 240, 27], '#1d1d20') +
      disc([724, 240, 13], '#3d5366') +
      disc([776, 290, 27], '#1d1d20') +
      disc([776, 290, 13], '#3d5366') +
      disc([778, 234, 9], '#fff3d6'),
  ].join('');
  const front = [
    rect([366, 190, 308, 616], dark(s.tone, 0.3), 50),
    rect([374, 196, 292, 604], '#161618', 46),
    screen(s, [388, 212, 264, 572]),
    rect([480, 222, 80, 20], '#161618', 10),
    times(4, (row) =>
      times(4, (i) =>
        rect(
          [408 + i * 58, 520 + row * 60, 44, 44],
          ['#f3efe7', '#d57b35', '#3f6b57', '#4f7595', '#e0b04a'][(i + row * 3) % 5] ?? '#fff',
          12,
        ),
      ),
    ),
  ].join('');
  return shadow(s, [660, 800, 400, 36], 0.6) + group(back, 'transform="rotate(7 800 780)"') + front;
}

function camera(s: Sketch): string {
  const c = s.tone;
  const strap = stroke(
    'M214 420C60 560 90 800 330 800M1066 420C1220 520 1180 700 1080 780',
    dark(s.accent, 0.2),
    24,
  );
  return [
    shadow(s, [640, 790, 540, 46], 0.6),
    strap,
    path('M500 300l40 -90h200l40 90z', sheen(s, dark(c, 0.1))),
    rect([250, 246, 110, 50], tube(s, '#b9b9b6'), 8) + disc([940, 268, 46], tube(s, '#8f9190')),
    rect([206, 290, 868, 470], linear(s, [light('#c3c7c9', 0.3), '#b9bcbc', '#8f9190']), 44),
    rect([206, 380, 868, 290], slant(s, c), 10),
    times(7, (row) => times(4, (i) => disc([236 + i * 24, 410 + row * 36, 4], dark(c, 0.4)))),
    disc([640, 530, 224], dark(c, 0.5)) +
      disc([640, 526, 210], slant(s, '#a9acac')) +
      disc([640, 526, 188], '#232325'),
    ring([640, 526, 166], '#4a4b4f', 14),
    disc([640, 526, 132], ball(s, '#24384a')) + disc([640, 526, 70], ball(s, '#3b2f4d')),
    oval([588, 468, 42, 26], '#eaf2f4', 'opacity="0.55" transform="rotate(-34 588 468)"') +
      disc([694, 584, 14], '#c9a15a', 'opacity="0.6"'),
    rect([850, 318, 120, 46], '#1f1f22', 10) + rect([290, 320, 60, 34], s.accent, 8),
  ].join('');
}

function gameConsole(s: Sketch): string {
  const pad = (x: number, y: number, c: string) =>
    [
      path(
        `M${x} ${y}q10 -70 90 -60h130q80 -10 90 60l26 130q6 60 -44 60q-40 0 -70 -70h-134q-30 70 -70 70q-50 0 -44 -60z`,
        slant(s, c),
      ),
      rect([x + 54, y + 8, 66, 22], dark(c, 0.55), 6) +
        rect([x + 76, y - 14, 22, 66], dark(c, 0.55), 6),
      disc([x + 222, y - 12, 13], '#b4483a') +
        disc([x + 222, y + 42, 13], '#3f6b57') +
        disc([x + 194, y + 15, 13], '#e0b04a') +
        disc([x + 250, y + 15, 13], '#4f7595'),
      disc([x + 118, y + 74, 28], dark(c, 0.5)) +
        disc([x + 118, y + 70, 22], ball(s, '#3a3a3d')) +
        disc([x + 196, y + 74, 28], dark(c, 0.5)) +
        disc([x + 196, y + 70, 22], ball(s, '#3a3a3d')),
    ].join('');
  return [
    shadow(s, [640, 810, 540, 46], 0.6),
    box(s, [280, 380, 660, 170, 240], s.tone),
    rect([300, 458, 620, 12], dark(s.tone, 0.6), 6),
    rect([330, 490, 240, 14], '#1d1c1e', 7) + disc([880, 510, 14], '#9fd0e0'),
    shadow(s, [400, 810, 240, 30]) + shadow(s, [870, 826, 240, 30]),
    pad(230, 620, mix(s.tone, '#f3efe7', 0.2)),
    pad(720, 640, s.accent),
  ].join('');
}

function printer(s: Sketch): string {
  return [
    shadow(s, [640, 806, 520, 44], 0.6),
    poly([400, 180, 880, 180, 910, 400, 370, 400], linear(s, ['#ffffff', '#e6e0d4'])),
    box(s, [250, 400, 740, 330, 160], s.tone),
    rect([290, 440, 660, 100], dark(s.tone, 0.6), 12) +
      rect([760, 460, 150, 60], '#8fb0bf', 6) +
      disc([340, 490, 18], '#3f6b57') +
      disc([400, 490, 14], '#dcdfe0'),
    rect([330, 590, 580, 54], '#1d1c1e', 8),
    poly([360, 620, 880, 620, 940, 790, 300, 790], linear(s, ['#f6f2ea', '#ffffff'])),
    screen(s, [430, 650, 380, 110]),
  ].join('');
}

export const ELECTRONICS = {
  laptop: {
    draw: laptop,
    settings: ['table', 'studio', 'table'],
    tones: GADGET,
    focus: [640, 560],
  },
  monitor: { draw: monitor, settings: ['table', 'studio'], tones: GADGET, focus: [640, 480] },
  tv: { draw: television, settings: ['room'], tones: ['black'], focus: [640, 420] },
  phone: {
    draw: phone,
    settings: ['table', 'studio'],
    tones: ['blue', 'black', 'sage', 'pink', 'silver', 'navy'],
    focus: [640, 420],
  },
  camera: {
    draw: camera,
    settings: ['table', 'studio'],
    tones: ['black', 'brown', 'charcoal'],
    focus: [640, 520],
  },
  console: {
    draw: gameConsole,
    settings: ['table', 'studio'],
    tones: ['black', 'white', 'charcoal'],
    focus: [560, 620],
  },
  printer: {
    draw: printer,
    settings: ['table', 'studio'],
    tones: ['white', 'charcoal', 'grey'],
    focus: [640, 560],
  },
} as const satisfies Record<string, Subject>;
