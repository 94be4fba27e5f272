import { dark, light } from './colour.ts';
import {
  across,
  ball,
  box,
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
  tube,
  turn,
} from './kit.ts';
import type { Sketch } from './kit.ts';
import type { Subject } from './subject.ts';

function stroller(s: Sketch): string {
  const c = s.tone;
  const w = (x: number, r: number) =>
    ring([x, 800 - r, r - 10], '#2b2a2c', 22) +
    disc([x, 800 - r, r * 0.3], '#b9bcbc') +
    times(
      5,
      (i) =>
        `<rect x="${x - 4}" y="${800 - r * 1.8}" width="8" height="${r * 0.8}" fill="#b9bcbc" transform="rotate(${i * 72} ${x} ${800 - r})"/>`,
    );
  return [
    shadow(s, [620, 806, 470, 40], 0.6),
    stroke('M400 720L860 340L960 220h80M820 700L560 400M400 720h440', '#58585b', 18) +
      stroke('M950 222h100', '#6f4a32', 30),
    path('M330 420h500q0 220 -180 230h-170q-150 -10 -150 -230z', slant(s, c)),
    path('M600 420q-10 -260 240 -200q10 130 0 200z', across(s, light(c, 0.1))) +
      stroke('M612 410q60 -120 220 -120M606 400q90 -40 230 -40', dark(c, 0.3), 5),
    rect([316, 404, 530, 34], sheen(s, dark(c, 0.2)), 16),
    path('M340 430q130 -60 260 0l-20 110q-130 30 -220 -10z', slant(s, s.accent)),
    path('M440 660h300l-20 70h-260z', dark(c, 0.4)),
    w(400, 84) + w(850, 100),
  ].join('');
}

function toyBlocks(s: Sketch): string {
  const colours = ['#b4583f', '#e0b04a', '#4f7595', '#6f9355', '#d57b35', '#d9a19a'];
  const block = (x: number, y: number, i: number) => {
    const c = colours[i % colours.length] ?? '#b4583f';
    const sign =
      [
        poly([x + 90, y + 40, x + 140, y + 130, x + 40, y + 130], light(c, 0.6)),
        disc([x + 90, y + 92, 46], light(c, 0.6)),
        rect([x + 50, y + 50, 80, 80], light(c, 0.6), 10),
      ][i % 3] ?? '';
    return (
      box(s, [x, y, 180, 180, 90], c) +
      rect([x + 14, y + 14, 152, 152], dark(c, 0.12), 10) +
      rect([x + 18, y + 18, 144, 144], c, 10) +
      sign
    );
  };
  return [
    shadow(s, [640, 810, 560, 44], 0.6),
    block(300, 440, 1) +
      block(560, 430, 4) +
      block(200, 620, 0) +
      block(420, 620, 2) +
      block(650, 620, 3) +
      block(430, 250, 5),
    shadow(s, [1000, 806, 150, 30]) +
      disc([980, 700, 100], ball(s, s.tone)) +
      path('M884 680q96 50 192 0v40q-96 50 -192 0z', light(s.tone, 0.5)),
  ].join('');
}

function sewingMachine(s: Sketch): string {
  const c = s.tone;
  return [
    shadow(s, [640, 812, 520, 44], 0.6),
    rect([220, 690, 840, 110], sheen(s, '#8a6142'), 12) +
      rect([240, 660, 800, 44], sheen(s, c), 16),
    path('M800 670V470H430v90h-90V360q0 -80 90 -80h480q70 0 70 70v320z', slant(s, c)),
    disc([1000, 430, 80], dark(c, 0.3)) +
      disc([1010, 430, 66], slant(s, '#c3c7c9')) +
      disc([1010, 430, 20], '#58585b'),
    rect([700, 200, 60, 84], tube(s, s.accent), 8) +
      rect([692, 190, 76, 16], '#a9794d', 5) +
      stroke('M700 230Q520 180 400 300L386 560', s.accent, 4),
    stroke('M384 560v90', '#b9bcbc', 14) +
      rect([356, 640, 60, 16], '#8f9190', 5) +
      disc([880, 370, 34], '#f3efe7') +
      disc([880, 370, 20], s.accent) +
      stroke('M470 350h260', '#d8bd6a', 8) +
      stroke('M470 380q120 40 260 0', '#d8bd6a', 5),
    path('M240 660q120 -40 220 0l30 30h-260z', slant(s, s.accent)),
  ].join('');
}

function telescope(s: Sketch): string {
  return [
    shadow(s, [640, 816, 400, 36], 0.5),
    stroke('M640 520L450 810M640 520L640 830M640 520L830 810', '#a9794d', 22) +
      stroke('M540 670h200', '#58585b', 8),
    disc([640, 510, 40], '#3a3a3c'),
    turn(
      rect([260, 400, 620, 110], linear(s, [light(s.tone, 0.35), s.tone, dark(s.tone, 0.35)]), 10) +
        rect(
          [840, 384, 200, 142],
          linear(s, [light(s.tone, 0.3), dark(s.tone, 0.05), dark(s.tone, 0.4)]),
          12,
        ) +
        rect([1030, 378, 24, 154], '#c79a3e', 8) +
        rect([180, 420, 90, 70], sheen(s, '#3a3a3c'), 8) +
        rect([140, 432, 50, 46], sheen(s, '#c79a3e'), 6) +
        rect([420, 350, 200, 34], sheen(s, '#3a3a3c'), 10),
      -28,
      [640, 480],
    ),
  ].join('');
}

function fishTank(s: Sketch): string {
  const fish = (x: number, y: number, c: string) =>
    path(`M${x} ${y}q50 -44 100 0q-50 44 -100 0z`, across(s, c)) +
    poly([x + 8, y, x - 36, y - 28, x - 36, y + 28], c) +
    disc([x + 76, y - 6, 6], '#1d1c1e');
  return [
    shadow(s, [640, 812, 560, 44], 0.6),
    rect([190, 230, 900, 560], linear(s, ['#cfe3e6', '#8fbcc4', '#6fa3ae']), 10),
    rect([200, 690, 880, 90], linear(s, ['#d8bd8c', '#b98f5c'])),
    times(7, (i) =>
      stroke(
        `M${270 + i * 120} 700q${i % 2 ? 30 : -30} -70 0 -130t${i % 2 ? -20 : 20} -110`,
        i % 2 ? '#5f8f5f' : '#4f7f6a',
        18,
      ),
    ),
    path('M460 700q20 -110 110 -90q70 -40 120 90z', ball(s, '#7f8687')),
    fish(400, 420, '#d57b35') +
      fish(640, 520, '#e0b04a') +
      fish(830, 380, s.accent) +
      fish(860, 600, '#d57b35'),
    times(6, (i) => ring([950 + (i % 2) * 24, 640 - i * 56, 10 + (i % 3) * 4], '#ffffffaa', 4)),
    poly([210, 250, 380, 250, 280, 690, 210, 690], '#ffffff22') +
      rect([180, 190, 920, 56], sheen(s, s.tone), 10) +
      rect([180, 770, 920, 34], sheen(s, s.tone), 6),
  ].join('');
}

export const HOBBIES = {
  stroller: {
    draw: stroller,
    settings: ['lawn', 'room', 'studio'],
    tones: ['navy', 'grey', 'green', 'burgundy', 'teal'],
    focus: [600, 480],
  },
  'toy-blocks': {
    draw: toyBlocks,
    settings: ['room', 'studio'],
    tones: ['red', 'blue', 'green'],
    focus: [560, 560],
  },
  'sewing-machine': {
    draw: sewingMachine,
    settings: ['table', 'studio'],
    tones: ['black', 'green', 'cream', 'blue'],
    focus: [600, 480],
  },
  telescope: {
    draw: telescope,
    settings: ['room', 'lawn', 'studio'],
    tones: ['white', 'black', 'navy'],
    focus: [640, 440],
  },
  'fish-tank': {
    draw: fishTank,
    settings: ['room', 'table'],
    tones: ['black', 'walnut', 'oak'],
    focus: [640, 500],
  },
} as const satisfies Record<string, Subject>;
