import type { Figure } from './measure.ts';

const heads = ['Work', 'Unit', 'Floor', 'Ours', 'Ratio', 'To reach', ''];

/** Formats the results as a table for a terminal. */
export function tableOf(figures: Figure[]): string {
  const rows = figures.map(({ work, unit, floor, ours, ratio, target, isMet }) => [
    work,
    unit,
    floor === undefined ? '' : short(floor),
    short(ours),
    ratio?.toFixed(2) ?? '',
    'atLeast' in target ? `>= ${target.atLeast}` : `<= ${target.atMost}`,
    isMet ? 'reached' : 'MISSED',
  ]);
  const widths = heads.map((_, at) =>
    Math.max(...[heads, ...rows].map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ');
  return [line(heads), ...rows.map(line)].join('\n');
}

function short(value: number): string {
  return value === 0 || value >= 100 ? String(Math.round(value)) : value.toPrecision(3);
}
