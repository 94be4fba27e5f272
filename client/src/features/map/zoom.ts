import { type MapPoint, mapSize } from '@marketplace/shared/regions/projection';
import type { Outline } from './region-outlines.ts';

/** How the map is enlarged and then moved, in its units. */
export interface Zoom extends MapPoint {
  scale: number;
}

/** The whole region. */
export const noZoom: Zoom = { scale: 1, x: 0, y: 0 };

/** Units left free around a county. */
const margin = 24;

/** The zoom that shows a county as large as it fits. */
export function zoomTo({ box: [left, top, right, bottom] }: Outline): Zoom {
  const { width, height } = mapSize;
  const scale = Math.min(
    (width - 2 * margin) / (right - left),
    (height - 2 * margin) / (bottom - top),
  );
  return {
    scale,
    x: width / 2 - (scale * (left + right)) / 2,
    y: height / 2 - (scale * (top + bottom)) / 2,
  };
}

export function zoomed({ scale, x, y }: Zoom, point: MapPoint): MapPoint {
  return { x: x + scale * point.x, y: y + scale * point.y };
}
