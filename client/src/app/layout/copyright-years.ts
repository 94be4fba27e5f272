const yearFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  timeZone: 'America/New_York',
});

/** The years of the copyright line: from 2025 to that of `now` in the region, '2025–2026'. */
export function copyrightYears(now: Date): string {
  const year = yearFormat.format(now);
  return year === '2025' ? year : `2025–${year}`;
}
