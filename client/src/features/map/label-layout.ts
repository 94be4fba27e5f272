import { type MapPoint, mapSize } from '@marketplace/shared/regions/projection';

/** A place's circle, whose name is to stand beside it. */
export interface Dot extends MapPoint {
  name: string;
  radius: number;
  /** People know where they are by it. */
  isMain: boolean;
}

/** Where a name stands: the point at its start, its middle or its end, on the line of its letters. */
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

/** Of a letter, in parts of the size of type: its usual width, its height over the line, its depth. */
const letter = { width: 0.56, height: 0.75, depth: 0.25 };

/** Between a circle and its name, in map units. */
const gap = 2;

/**
 * Sets names beside their circles so that none covers another, leaves the sheet or covers what is
 * taken: to the right, else to the left, above or below. The first dots come first. A name keeps off
 * all circles; a main place's off those of dots before it at least. What fits nowhere is left out.
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

/** The first of several places for a label that is on the sheet and free. */
export function firstFree(places: Label[], fontSize: number, full: Box[]): Label | undefined {
  return places.find((place) => {
    const box = boxOfLabel(place, fontSize);
    return isOnSheet(box) && !full.some((other) => overlap(box, other));
  });
}

/** The room that a label takes. */
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

/** The room that a circle takes. */
export function boxOfDot({ x, y, radius }: Dot): Box {
  return { left: x - radius, right: x + radius, top: y - radius, bottom: y + radius };
}

function isOnSheet({ left, top, right, bottom }: Box): boolean {
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
