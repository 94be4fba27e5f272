import { dark, light } from './colour.ts';
import type { Random } from './random.ts';

/** The frame every picture is drawn in, pixels, 4:3. */
export const FRAME = { width: 1280, height: 960 } as const;

/** What one drawing works with: its variety, its colours, and the gradients it has used. */
export type Sketch = {
  random: Random;
  /** Main colour of the item. */
  tone: string;
  /** A second colour for cushions, trims and props. */
  accent: string;
  defs: string[];
};

type Direction = 'down' | 'across' | 'diagonal';

const DIRECTIONS: Record<Direction, string> = {
  down: 'x1="0" y1="0" x2="0" y2="1"',
  across: 'x1="0" y1="0" x2="1" y2="0"',
  diagonal: 'x1="0" y1="0" x2="1" y2="1"',
};

/** Rounds to a tenth of a pixel, to keep the files small. */
export function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A linear gradient with evenly spread stops; returns the paint that names it. */
export function linear(s: Sketch, stops: readonly string[], direction: Direction = 'down'): string {
  const id = `g${s.defs.length}`;
  const marks = stops.map(
    (c, i) => `<stop offset="${px(i / (stops.length - 1))}" stop-color="${c}"/>`,
  );
  s.defs.push(
    `<linearGradient id="${id}" ${DIRECTIONS[direction]}>${marks.join('')}</linearGradient>`,
  );
  return `url(#${id})`;
}

/** Lit from above. */
export function sheen(s: Sketch, colour: string): string {
  return linear(s, [light(colour, 0.16), colour, dark(colour, 0.2)]);
}

/** Lit from the left. */
export function across(s: Sketch, colour: string): string {
  return linear(s, [light(colour, 0.18), colour, dark(colour, 0.26)], 'across');
}

/** Lit from the upper left. */
export function slant(s: Sketch, colour: string): string {
  return linear(s, [light(colour, 0.24), colour, dark(colour, 0.24)], 'diagonal');
}

/** An upright cylinder. */
export function tube(s: Sketch, colour: string): string {
  return linear(
    s,
    [dark(colour, 0.12), light(colour, 0.32), colour, dark(colour, 0.22), dark(colour, 0.36)],
    'across',
  );
}

/** A sphere or rounded heap lit from the upper left. */
export function ball(s: Sketch, colour: string): string {
  const id = `g${s.defs.length}`;
  s.defs.push(
    `<radialGradient id="${id}" cx="0.36" cy="0.3" r="0.78"><stop offset="0" stop-color="${light(colour, 0.4)}"/><stop offset="0.45" stop-color="${colour}"/><stop offset="1" stop-color="${dark(colour, 0.38)}"/></radialGradient>`,
  );
  return `url(#${id})`;
}

/** A soft round spot that fades to nothing: `strength` is the opacity at its centre. */
export function glow(s: Sketch, colour: string, strength: number): string {
  const id = `g${s.defs.length}`;
  s.defs.push(
    `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="0.6" stop-color="${colour}" stop-opacity="${strength * 0.6}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
  );
  return `url(#${id})`;
}

/** A rectangle given as [left, top, width, height]. */
export function rect(
  at: readonly [number, number, number, number],
  fill: string,
  radius = 0,
): string {
  const [x, y, w, h] = at;
  return `<rect x="${px(x)}" y="${px(y)}" width="${px(w)}" height="${px(h)}" rx="${px(radius)}" fill="${fill}"/>`;
}

/** An ellipse given as [centre x, centre y, radius x, radius y]. */
export function oval(
  at: readonly [number, number, number, number],
  fill: string,
  extra = '',
): string {
  const [x, y, rx, ry] = at;
  return `<ellipse cx="${px(x)}" cy="${px(y)}" rx="${px(rx)}" ry="${px(ry)}" fill="${fill}" ${extra}/>`;
}

/** A circle given as [centre x, centre y, radius]. */
export function disc(at: readonly [number, number, number], fill: string, extra = ''): string {
  return oval([at[0], at[1], at[2], at[2]], fill, extra);
}

/** An outline without fill. */
export function ring(at: readonly [number, number, number], colour: string, width: number): string {
  return `<circle cx="${px(at[0])}" cy="${px(at[1])}" r="${px(at[2])}" fill="none" stroke="${colour}" stroke-width="${px(width)}"/>`;
}

/** A filled shape from path data; `extra` is further attributes. */
export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

/** A line with round ends along path data. */
export function stroke(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${px(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

/** A closed polygon from a flat list of coordinates. */
export function poly(points: readonly number[], fill: string): string {
  return `<polygon points="${points.map(px).join(' ')}" fill="${fill}"/>`;
}

/** Content that shares attributes such as opacity or a transform. */
export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

/** Turns content by degrees about a point. */
export function turn(content: string, degrees: number, about: readonly [number, number]): string {
  return group(content, `transform="rotate(${px(degrees)} ${px(about[0])} ${px(about[1])})"`);
}

/** Content cut to the outline given as path data. */
export function clipped(s: Sketch, outline: string, content: string): string {
  const id = `g${s.defs.length}`;
  s.defs.push(`<clipPath id="${id}"><path d="${outline}"/></clipPath>`);
  return group(content, `clip-path="url(#${id})"`);
}

/** Mirrors content left to right about the middle of the frame. */
export function mirror(content: string): string {
  return group(content, `transform="translate(${FRAME.width} 0) scale(-1 1)"`);
}

/** A soft shadow on the ground, without a blur filter (those are slow to rasterise). */
export function shadow(
  s: Sketch,
  at: readonly [number, number, number, number],
  strength = 0.5,
): string {
  const [x, y, rx, ry] = at;
  const wide = oval([x, y - ry * 0.3, rx, ry], glow(s, '#1f140b', strength * 0.8));
  return wide + oval([x, y - ry * 0.25, rx * 0.86, ry * 0.42], glow(s, '#1f140b', strength));
}

/** The shadow of a flat thing lying on a surface or hanging on a wall. */
export function drop(d: string, by: readonly [number, number] = [12, 16]): string {
  const far = path(
    d,
    '#1f140b',
    `opacity="0.1" transform="translate(${by[0] * 1.7} ${by[1] * 1.7})"`,
  );
  return far + path(d, '#1f140b', `opacity="0.2" transform="translate(${by[0]} ${by[1]})"`);
}

/**
 * A box seen from the front, a little from above and the right: [left, top, width, height, depth]
 * of its front face.
 */
export function box(
  s: Sketch,
  at: readonly [number, number, number, number, number],
  colour: string,
): string {
  const [x, y, w, h, d] = at;
  const dx = d * 0.5;
  const dy = d * 0.32;
  return [
    poly(
      [x, y, x + dx, y - dy, x + w + dx, y - dy, x + w, y],
      linear(s, [light(colour, 0.2), light(colour, 0.36)]),
    ),
    poly(
      [x + w, y, x + w + dx, y - dy, x + w + dx, y + h - dy, x + w, y + h],
      linear(s, [dark(colour, 0.22), dark(colour, 0.4)]),
    ),
    rect([x, y, w, h], sheen(s, colour)),
    stroke(`M${px(x)} ${px(y)}h${px(w)}`, light(colour, 0.45), 2),
  ].join('');
}

/** Fine lines of wood along a rectangle. */
export function grain(
  s: Sketch,
  at: readonly [number, number, number, number],
  colour: string,
): string {
  const [x, y, w, h] = at;
  const lines = Array.from({ length: Math.max(2, Math.round(h / 16)) }, () => {
    const top = y + 3 + s.random.next() * (h - 6);
    const from = x + s.random.next() * w * 0.4;
    const long = (x + w - from) * s.random.between(0.4, 0.98);
    const wave = Math.min(4, h / 8);
    return `M${px(from)} ${px(top)}q${px(long / 4)} ${px(-wave)} ${px(long / 2)} 0t${px(long / 2)} 0`;
  });
  return group(stroke(lines.join(''), dark(colour, 0.5), 2), 'opacity="0.28"');
}

/** Repeats a piece `count` times. */
export function times(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('');
}
