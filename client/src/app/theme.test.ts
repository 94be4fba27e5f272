import { describe, expect, it } from 'vitest';
import { cssVariables, theme } from './theme.ts';

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors by WCAG 2. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function color(name: 'river' | 'maple' | 'gray' | 'dark', shade: number): string {
  return theme.colors?.[name]?.[shade] ?? '';
}

const { light, dark } = cssVariables({} as Parameters<typeof cssVariables>[0]);

describe('contrast of the theme', () => {
  it.each([
    ['text on the ground', theme.black ?? '', light['--ground']],
    ['quiet text on the ground', light['--mantine-color-dimmed'], light['--ground']],
    ['placeholders on fields', light['--mantine-color-placeholder'], '#ffffff'],
    ['links on the ground', light['--mantine-color-anchor'], light['--ground']],
    ['accent text on the ground', light['--accent-text'], light['--ground']],
    ['errors on surfaces', light['--mantine-color-error'], '#ffffff'],
    ['white on the primary color', '#ffffff', color('river', 7)],
    ['white on it in the dark', '#ffffff', dark['--mantine-color-river-filled']],
    ['white on the accent color', '#ffffff', color('maple', 6)],
    ['white on the admin banner', '#ffffff', '#a8231c'],
    ['text on the dark ground', dark['--mantine-color-text'], dark['--ground']],
    ['quiet text on the dark ground', dark['--mantine-color-dimmed'], dark['--ground']],
    ['quiet text on dark surfaces', dark['--mantine-color-dimmed'], dark['--surface']],
    ['placeholders on dark fields', dark['--mantine-color-placeholder'], color('dark', 6)],
    ['links on dark surfaces', dark['--mantine-color-anchor'], dark['--surface']],
    ['accent text on the dark ground', dark['--accent-text'], dark['--ground']],
    ['errors on dark surfaces', dark['--mantine-color-error'], dark['--surface']],
  ])('is at least 4.5 for %s', (_pair, text = '', ground = '') => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['the primary button', color('river', 7), light['--ground']],
    ['the primary button in the dark', dark['--mantine-color-river-filled'], dark['--surface']],
    ['fields', light['--field-line'], '#ffffff'],
    ['fields in the dark', dark['--field-line'], dark['--surface']],
  ])('is at least 3 for %s', (_pair, one = '', other = '') => {
    expect(contrast(one, other)).toBeGreaterThanOrEqual(3);
  });
});
