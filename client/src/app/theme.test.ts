import { describe, expect, it } from 'vitest';
import { avatarHues } from '../ui/avatar/UserAvatar.tsx';
import { cssVariables, theme } from './theme.ts';

type Linear = [red: number, green: number, blue: number];

function linearOfHex(color: string): Linear {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Linear;
}

/** Returns the linear sRGB of an OKLCH color, as CSS Color 4 defines it. */
function linearOfOklch(lightnessAndChroma: string, hue: number): Linear {
  const [lightness = 0, chroma = 0] = lightnessAndChroma.split(' ').map(Number);
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function luminance([red, green, blue]: Linear): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colors, as WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  return contrastOf(linearOfHex(one), linearOfHex(other));
}

function contrastOf(one: Linear, other: Linear): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function color(name: 'river' | 'maple' | 'red', shade: number): string {
  return theme.colors?.[name]?.[shade] ?? '';
}

const { light, dark } = cssVariables({} as Parameters<typeof cssVariables>[0]);
const white = '#ffffff';
const lightText = theme.black ?? '';
const darkText = dark['--mantine-color-text'];

/** The backgrounds of text and controls. */
const surfaces = {
  light: [light['--ground'], light['--surface'], light['--raised'], light['--field']],
  dark: [dark['--ground'], dark['--surface'], dark['--raised'], dark['--field']],
};

describe('contrast of the theme', () => {
  it.each([
    ['text', lightText, darkText],
    ['quiet text', light['--mantine-color-dimmed'], dark['--mantine-color-dimmed']],
    ['placeholders', light['--mantine-color-placeholder'], dark['--mantine-color-placeholder']],
    ['links', light['--mantine-color-anchor'], dark['--mantine-color-anchor']],
    ['accent text', light['--accent-text'], dark['--accent-text']],
    ['errors', light['--mantine-color-error'], dark['--mantine-color-error']],
  ])('is at least 4.5 for %s on every surface', (_what, onLight = '', onDark = '') => {
    for (const surface of surfaces.light)
      expect(contrast(onLight, surface ?? '')).toBeGreaterThan(4.5);
    for (const surface of surfaces.dark)
      expect(contrast(onDark, surface ?? '')).toBeGreaterThan(4.5);
  });

  it.each([
    ['white on the primary color', white, color('river', 7)],
    ['white on it in the dark', white, dark['--mantine-color-river-filled']],
    ['white on the accent color', white, color('maple', 6)],
    ['white on red buttons and the admin banner', white, color('red', 8)],
    ['text on what is selected', lightText, light['--selected']],
    ['text on what is selected in the dark', darkText, dark['--selected']],
    ['links on what is selected', light['--mantine-color-anchor'], light['--selected']],
    ['links on what is selected in the dark', dark['--mantine-color-anchor'], dark['--selected']],
  ])('is at least 4.5 for %s', (_pair, text = '', ground = '') => {
    expect(contrast(text, ground)).toBeGreaterThan(4.5);
  });

  it.each([
    ['the focus ring', light['--focus'], dark['--focus']],
    ['borders of fields', light['--field-line'], dark['--field-line']],
    [
      'borders of fields under the pointer',
      light['--field-line-hover'],
      dark['--field-line-hover'],
    ],
  ])('is at least 3 for %s on every surface', (_what, onLight = '', onDark = '') => {
    for (const surface of surfaces.light)
      expect(contrast(onLight, surface ?? '')).toBeGreaterThan(3);
    for (const surface of surfaces.dark) expect(contrast(onDark, surface ?? '')).toBeGreaterThan(3);
  });

  it.each([
    ['the primary button', color('river', 7), light['--ground']],
    ['the primary button in the dark', dark['--mantine-color-river-filled'], dark['--surface']],
    ['the focus ring on what is selected', light['--focus'], light['--selected']],
    ['the focus ring on what is selected in the dark', dark['--focus'], dark['--selected']],
    [
      'words on disabled buttons',
      light['--mantine-color-disabled-color'],
      light['--mantine-color-disabled'],
    ],
    [
      'such words in the dark',
      dark['--mantine-color-disabled-color'],
      dark['--mantine-color-disabled'],
    ],
  ])('is at least 3 for %s', (_pair, one = '', other = '') => {
    expect(contrast(one, other)).toBeGreaterThan(3);
  });

  it.each(
    [...avatarHues, 75].flatMap((hue) => [
      { hue, scheme: light },
      { hue, scheme: dark },
    ]),
  )('is at least 4.5 for initials of hue $hue, within the sRGB gamut', ({ hue, scheme }) => {
    const pair = [scheme['--avatar-ground'], scheme['--avatar-ink']];
    const [ground, ink] = pair.map((token = '') => linearOfOklch(token, hue)) as [Linear, Linear];
    for (const part of [...ground, ...ink]) {
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(1);
    }
    expect(contrastOf(ground, ink)).toBeGreaterThanOrEqual(4.5);
  });
});
