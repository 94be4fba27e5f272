import { type MapPoint, mapSize } from '@marketplace/shared/regions/projection';

/** The circle of a place, with its name beside it. */
export interface Dot extends MapPoint {
  name: string;
  radius: number;
  /** A landmark for orientation. */
  isMain: boolean;
}

/** The position of a name: the point at its start, middle or end, on its baseline. */
export interface Label extends MapPoint {
  name: string;
  anchor: 'start' | 'middle' | 'end';
}

/** A part of the map that no label may cover. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Metrics of a letter relative to the font size: average width, height and depth. */
const letter = { width: 0.56, height: 0.75, depth: 0.25 };

/** Between a circle and its name, in map units. */
const gap = 2;

/**
 * Places names beside their circles, to the right, else left, above or below, so that none covers
 * another, leaves the map or covers a `taken` box. The first dots come first. A name avoids all circles;
 * that of a main place at least those of the dots before it. A name that fits nowhere is left out.
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

/** The first free place of a label within the map. */
export function firstFree(places: Label[], fontSize: number, full: Box[]): Label | undefined {
  return places.find((place) => {
    const box = boxOfLabel(place, fontSize);
    return isOnMap(box) && !full.some((other) => overlap(box, other));
  });
}

/** The box of a label. */
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
  const away = radius + gap;
  const middle = y + 0.35 * fontSize;
  return [
    { name, anchor: 'start', x: x + away, y: middle },
    { name, anchor: 'end', x: x - away, y: middle },
    { name, anchor: 'middle', x, y: y - away - letter.depth * fontSize },
    { name, anchor: 'middle', x, y: y + away + letter.height * fontSize },
  ];
}

/** The box of a circle. */
export function boxOfDot({ x, y, radius }: Dot): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function isOnMap({ left, top, right, bottom }: Box): boolean {
  return left >= 0 && top >= 0 && right <= mapSize.width && bottom <= mapSize.height;
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
