import { dark, light, mix } from './colour.ts';
import { disc, FRAME, glow, group, linear, oval, path, poly, rect, stroke, times } from './kit.ts';
import type { Sketch } from './kit.ts';

import { apartFrom } from './ground-colour.ts';

const { width } = FRAME;

function tree(s: Sketch, x: number, colour: string): string {
  const r = s.random.between(90, 190);
  const y = s.random.between(300, 470);
  return (
    disc([x, y, r], colour) +
    disc([x + r * 0.7, y + 40, r * 0.7], dark(colour, 0.08)) +
    disc([x - r * 0.6, y + 50, r * 0.6], light(colour, 0.06))
  );
}

/** A lawn before trees, sometimes with a fence. */
export function lawn(s: Sketch): string {
  const autumn = s.random.chance(0.3);
  const leaf = autumn
    ? s.random.pick(['#c98a45', '#b86f3c', '#a99446'])
    : s.random.pick(['#6f9068', '#86a37a', '#5f8570']);
  const grass = s.random.pick(['#7f9f5c', '#8aa566', '#6f9355']);
  const fence = s.random.chance(0.45);
  const slats = times(20, (i) =>
    rect([i * 68 - 20, 340, 58, 250], i % 2 ? '#d9ccb8' : '#e2d6c3', 4),
  );
  const blades = Array.from({ length: 150 }, () => {
    const y = s.random.between(600, 950);
    return `M${Math.round(s.random.between(0, width))} ${Math.round(y)}l${Math.round(s.random.between(-7, 7))} -${Math.round(10 + (y - 580) / 16)}`;
  });
  return [
    rect([0, 0, width, 600], linear(s, ['#bcd3dd', '#e6ece4', '#f6ecd8'])),
    times(9, (i) => tree(s, i * 160 + s.random.between(-40, 40), mix(leaf, '#e6ece4', 0.25))),
    fence
      ? slats + rect([0, 400, width, 22], '#cbbca5') + rect([0, 520, width, 22], '#cbbca5')
      : '',
    rect([0, 570, width, 390], linear(s, [mix(grass, '#e6e4c0', 0.35), grass, dark(grass, 0.2)])),
    group(stroke(blades.join(''), dark(grass, 0.28), 3), 'opacity="0.55"'),
  ].join('');
}

/** A driveway before the siding of a house. */
export function driveway(s: Sketch): string {
  const siding = apartFrom(s, ['#e8e0d0', '#c9d3cc', '#9db0b8', '#d8c2a4', '#7d958a', '#b9694f']);
  const ground = s.random.pick(['#a9a49a', '#8d8a85', '#bcb4a6']);
  const lines = Array.from({ length: 15 }, (_, i) => `M0 ${i * 40 + 18}h${width}`);
  const left = s.random.whole(-100, 700);
  const door = [
    rect([left - 18, 92, 656, 500], '#f2ece0'),
    rect([left, 110, 620, 480], linear(s, ['#ece6da', '#d9d2c3'])),
    times(4, (row) =>
      times(4, (i) =>
        rect([left + 20 + i * 148, 128 + row * 116, 134, 92], linear(s, ['#d6cfc0', '#e6dfd1']), 4),
      ),
    ),
  ].join('');
  return [
    rect([0, 0, width, 600], linear(s, [light(siding, 0.1), dark(siding, 0.06)])),
    group(stroke(lines.join(''), dark(siding, 0.4), 3), 'opacity="0.3"'),
    s.random.chance(0.7)
      ? door
      : times(5, (i) =>
          disc([i * 290 + 60, 600, s.random.between(80, 150)], i % 2 ? '#6f8a62' : '#5f7c58'),
        ),
    rect([0, 588, width, 372], linear(s, [light(ground, 0.2), ground, dark(ground, 0.16)])),
    rect([0, 586, width, 10], dark(ground, 0.45)),
  ].join('');
}

function pine(s: Sketch, x: number): string {
  const h = s.random.between(230, 420);
  const c = mix('#4d6f66', '#dfe8ea', s.random.between(0.1, 0.5));
  return times(3, (i) => {
    const y = 560 - (h * i) / 3.2;
    const w = 110 - i * 28;
    return poly([x - w, y, x + w, y, x, y - h / 2], light(c, i * 0.12));
  });
}

/** A snow field before a row of pines. */
export function snow(s: Sketch): string {
  return [
    rect([0, 0, width, 600], linear(s, ['#a9c3d3', '#dbe5e8', '#f3ece2'])),
    times(13, (i) => pine(s, i * 105 + s.random.between(-30, 30))),
    path(
      'M0 560q200 -40 460 0t420 -6t400 10v396h-1280z',
      linear(s, ['#f7f6f1', '#e9eef1', '#ccd8df']),
    ),
    times(6, () =>
      oval(
        [s.random.between(0, width), s.random.between(640, 940), 180, 16],
        glow(s, '#9fb4c2', 0.4),
      ),
    ),
  ].join('');
}
