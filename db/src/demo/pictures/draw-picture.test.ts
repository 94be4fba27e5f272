import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { TONES } from './colour.ts';
import { drawPicture, seedForTone } from './draw-picture.ts';
import { SUBJECTS } from './registry.ts';
import type { DemoSubject } from './registry.ts';

const subjects = Object.keys(SUBJECTS) as DemoSubject[];

describe('drawn pictures', () => {
  it('are well formed 4:3 images for every subject', async () => {
    for (const subject of subjects) {
      const svg = drawPicture({ subject, seed: 5, view: 0 });
      const { width, height, format } = await sharp(Buffer.from(svg)).metadata();
      expect({ subject, width, height, format }).toEqual({
        subject,
        width: 1280,
        height: 960,
        format: 'svg',
      });
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('are the same for the same seed and view, and differ otherwise', () => {
    const draw = (seed: number, view: 0 | 1 | 2) => drawPicture({ subject: 'desk', seed, view });
    expect(draw(9, 0)).toBe(draw(9, 0));
    expect(new Set([draw(9, 0), draw(9, 1), draw(9, 2), draw(10, 0)]).size).toBe(4);
  });

  it('take the main colour that a seed names', () => {
    const svg = drawPicture({ subject: 'sofa', seed: seedForTone('burgundy', 4), view: 0 });
    expect(svg).toContain(TONES.burgundy);
  });

  it('use no filters, which are slow to rasterise', () => {
    for (const subject of subjects) {
      expect(drawPicture({ subject, seed: 3, view: 1 })).not.toContain('filter');
    }
  });
});
