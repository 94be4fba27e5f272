interface Figure {
  value: number | null;
  previous: number | null;
}

/** Returns a figure with at most one decimal; a dash if there is none. */
export function figureText(value: number | null | undefined): string {
  return value?.toLocaleString('en-US', { maximumFractionDigits: 1 }) ?? '–';
}

/** Returns how a figure changed from the period before: '+12%', '−3%', 'No change', 'Was 0'. */
export function changeText(figure: Figure | undefined): string {
  if (!figure || figure.value === null || figure.previous === null) return 'No comparison';
  const { value, previous } = figure;
  if (value === previous) return 'No change';
  if (previous === 0) return 'Was 0';
  const percent = Math.round(((value - previous) / previous) * 100);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en-US')}%`;
}
