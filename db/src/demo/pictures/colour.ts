/** Named main colours of an item, so that a "green jacket" is drawn green. */
export const TONES = {
  walnut: '#6f4a32',
  oak: '#c2935f',
  maple: '#ddb27c',
  cherry: '#94492f',
  pine: '#dfc08f',
  white: '#f3efe7',
  cream: '#e8dcc3',
  black: '#2d2c2e',
  charcoal: '#4a4b4f',
  grey: '#8f918f',
  silver: '#c3c7c9',
  green: '#3f6b57',
  sage: '#93a88b',
  blue: '#4f7595',
  navy: '#2f4260',
  teal: '#3f7f84',
  red: '#b4483a',
  burgundy: '#77323a',
  orange: '#d57b35',
  yellow: '#e0b04a',
  pink: '#d9a19a',
  brown: '#7d573c',
  tan: '#c39b6d',
  gold: '#c79a3e',
} as const;

export type Tone = keyof typeof TONES;

export const TONE_NAMES = Object.keys(TONES) as Tone[];

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Blends two #rrggbb colours; share 0 gives the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const a = channels(first);
  const b = channels(second);
  const blended = a.map((part, i) => Math.round(part + ((b[i] ?? 0) - part) * share));
  return `#${blended.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Towards a warm white. */
export function light(colour: string, share: number): string {
  return mix(colour, '#fff8ea', share);
}

/** Towards a warm near-black. */
export function dark(colour: string, share: number): string {
  return mix(colour, '#1d130c', share);
}

/** Perceived brightness, 0 to 1. */
export function brightness(colour: string): number {
  const [r, g, b] = channels(colour);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255;
}
