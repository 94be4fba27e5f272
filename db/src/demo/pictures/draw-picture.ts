import { brightness, TONE_NAMES, TONES } from './colour.ts';
import type { Tone } from './colour.ts';
import { FRAME, group, linear, mirror, oval, glow, px, rect } from './kit.ts';
import type { Sketch } from './kit.ts';
import { createRandom } from './random.ts';
import { SUBJECTS } from './registry.ts';
import type { DemoSubject } from './registry.ts';
import { drawSetting } from './settings.ts';
import type { Subject } from './subject.ts';

/** One drawn photograph: the whole item, the item from its other side, or a close-up. */
export type PictureView = 0 | 1 | 2;

/** What names one demo picture; the same three values always draw the same picture. */
export type DemoPicture = { subject: DemoSubject; seed: number; view: PictureView };

const TONE_BASE = 32;

/** A seed whose item is drawn in `tone`; `number` (0 or more) gives the variety within it. */
export function seedForTone(tone: Tone, number: number): number {
  return number * TONE_BASE + TONE_NAMES.indexOf(tone) + 1;
}

const ACCENTS = [
  '#d57b35',
  '#3f6b57',
  '#4f7595',
  '#e0b04a',
  '#b4483a',
  '#d9a19a',
  '#93a88b',
  '#2f4260',
  '#e8dcc3',
];

function startSketch(subject: Subject, seed: number): Sketch {
  const random = createRandom(seed);
  const named = TONE_NAMES[(seed % TONE_BASE) - 1];
  const tone = TONES[named ?? random.pick(subject.tones)];
  const accent = random.pick(
    ACCENTS.filter((c) => Math.abs(brightness(c) - brightness(tone)) > 0.08),
  );
  return { random, tone, accent, defs: [] };
}

function place(art: string, at: { x: number; y: number; scale: number }): string {
  const { width, height } = FRAME;
  const move = `translate(${px(width / 2)} ${px(height / 2)}) scale(${at.scale.toFixed(3)}) translate(${px(-at.x)} ${px(-at.y)})`;
  return group(art, `transform="${move}"`);
}

/** The scene behind and the item before it, as one view sees them. */
function compose(subject: Subject, sketch: Sketch, view: PictureView): string {
  const first = sketch.random.whole(0, subject.settings.length - 1);
  const settingNumber = view === 1 ? first + 1 : first;
  const setting =
    subject.settings[settingNumber % subject.settings.length] ?? subject.settings[0] ?? 'studio';
  const item = subject.draw(sketch);
  const flipped = sketch.random.chance(0.5) !== (view === 1);
  // The scene has a generator of its own, so that a close-up keeps the ground of the first view.
  const scene = {
    ...sketch,
    random: createRandom(sketch.random.whole(1, 1e9) + (view === 1 ? 7 : 0)),
  };
  const ground = drawSetting(scene, setting);
  const seen = flipped ? mirror(item) : item;
  if (view === 2) {
    const [x, y] = subject.focus ?? [640, 500];
    const about = { x: flipped ? FRAME.width - x : x, y, scale: 1.75 };
    const edge = {
      ...about,
      x: Math.min(880, Math.max(400, about.x)),
      y: Math.min(660, Math.max(300, about.y)),
    };
    return place(ground + seen, edge);
  }
  const scale = view === 1 ? scene.random.between(0.86, 0.94) : scene.random.between(0.97, 1.05);
  const x = 640 + scene.random.between(-30, 30);
  return ground + place(seen, { x, y: 480 + (view === 1 ? -40 : -6) * scale, scale });
}

function daylight(s: Sketch): string {
  const { width, height } = FRAME;
  return (
    oval([280, 120, 900, 700], glow(s, '#fff3d9', 0.16)) +
    group(
      rect([0, 0, width, height], linear(s, ['#fff6e4', '#8a7a66', '#2a1c12'], 'diagonal')),
      'opacity="0.1"',
    )
  );
}

/**
 * Draws one demo picture as an SVG document of 1280 by 960 pixels. Pure: the same picture is always
 * the same text. It uses gradients only, no filters, so that it is quick to rasterise.
 */
export function drawPicture(picture: DemoPicture): string {
  const subject: Subject = SUBJECTS[picture.subject];
  const sketch = startSketch(subject, picture.seed);
  const content = compose(subject, sketch, picture.view) + daylight(sketch);
  const { width, height } = FRAME;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${sketch.defs.join('')}</defs>${content}</svg>`;
}
