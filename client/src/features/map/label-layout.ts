import { type MapPoint, mapSize } from '@marketplace/shared/regions/projection';

/** The circle of a place, with its name for the label. The label of a main place matters most. */
export type Dot = MapPoint & { name: string; radius: number; isMain: boolean };

/** A label and its position: the start, middle, or end of its baseline. */
export type Label = MapPoint & { name: string; anchor: 'start' | 'middle' | 'end' };

export type Box = ReturnType<typeof boxOfDot>;

/** Average width, height, and depth of a letter, relative to the font size. */
const letter = { width: 0.56, height: 0.75, depth: 0.25 };

/**
 * Positions labels right, left, above, or below their circles, so that none covers another, leaves
 * the map, or covers a `taken` box. Earlier dots have priority. A label avoids all circles; the
 * label of a main place at least those of earlier dots. A label that fits nowhere is left out.
 */
export function layOutLabels(dots: Dot[], fontSize: number, taken: Box[]): Label[] {
  const labels = [...taken];
  const circles = dots.map(boxOfDot);
  return dots.flatMap((dot, index) => {
    const places = placesFor(dot, fontSize);
    const label =
      firstFree(places, fontSize, [...labels, ...circles]) ??
      (dot.isMain && firstFree(places, fontSize, [...labels, ...circles.slice(0, index)]));
    if (!label) return [];
    labels.push(boxOfLabel(label, fontSize));
    return [label];
  });
}

/** Returns the first of the positions that is on the map and free. */
export function firstFree(places: Label[], fontSize: number, full: Box[]): Label | undefined {
  return places.find((place) => {
    const box = boxOfLabel(place, fontSize);
    const { left, top, right, bottom } = box;
    const isOnMap = left >= 0 && top >= 0 && right <= mapSize.width && bottom <= mapSize.height;
    return isOnMap && !full.some((other) => overlap(box, other));
  });
}

export function boxOfLabel({ name, x, y, anchor }: Label, fontSize: number): Box {
  const width = name.length * letter.width * fontSize;
  const left = x - { start: 0, middle: width / 2, end: width }[anchor];
  return {
    left,
    right: left + width,
    top: y - letter.height * fontSize,
    bottom: y + letter.depth * fontSize,
  };
}

function placesFor({ name, x, y, radius }: Dot, fontSize: number): Label[] {
  // The space between a circle and its label is 2 map units.
  const away = radius + 2;
  const middle = y + 0.35 * fontSize;
  return [
    { name, anchor: 'start', x: x + away, y: middle },
    { name, anchor: 'end', x: x - away, y: middle },
    { name, anchor: 'middle', x, y: y - away - letter.depth * fontSize },
    { name, anchor: 'middle', x, y: y + away + letter.height * fontSize },
  ];
}

export function boxOfDot({ x, y, radius }: Dot) {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
