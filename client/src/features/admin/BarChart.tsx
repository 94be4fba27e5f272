import { Paper, Text, VisuallyHidden } from '@mantine/core';
import type { PointerEvent } from 'react';
import classes from './BarChart.module.css';

interface Props {
  label: string;
  /** One a day, oldest first. */
  bars: { day: string; count: number }[];
  /** The place of the day whose number stands in the heading; null for the sum. */
  shown: number | null;
  onShow: (place: number | null) => void;
}

/** A bar for each day, the largest number the full height. */
export function BarChart({ label, bars, shown, onShow }: Props) {
  const sum = bars.reduce((all, { count }) => all + count, 0);
  const most = Math.max(...bars.map(({ count }) => count), 1);
  const one = shown === null ? undefined : bars[shown];
  const show = (event: PointerEvent) => onShow(placeUnder(event, bars.length));
  return (
    <Paper withBorder radius="lg" className={classes.chart}>
      <div className={classes.heading}>
        <Text size="xs" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed" className="numbers">
          {one
            ? `${one.count.toLocaleString('en-US')} on ${one.day}`
            : `${sum.toLocaleString('en-US')} in ${bars.length} days`}
        </Text>
      </div>
      <ol
        aria-label={`${label} by day`}
        className={classes.bars}
        onPointerDown={show}
        onPointerMove={show}
        // A finger leaves at once; what it tapped stays until it taps elsewhere.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onShow(null)}
        onPointerCancel={() => onShow(null)}
      >
        {bars.map(({ day, count }, place) => (
          <li key={day} className={classes.day} data-shown={place === shown || undefined}>
            {count > 0 && (
              <span className={classes.bar} style={{ height: `${(count / most) * 100}%` }} />
            )}
            <VisuallyHidden>
              {day}: {count.toLocaleString('en-US')}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <Text size="xs" c="dimmed" aria-hidden className={classes.ends}>
        <span>{bars[0]?.day}</span>
        <span>{bars.at(-1)?.day}</span>
      </Text>
    </Paper>
  );
}

/** Which of so many bars side by side is above or below the pointer. */
function placeUnder({ currentTarget, clientX }: PointerEvent, count: number): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  const place = Math.floor(((clientX - left) / width) * count);
  return Math.min(Math.max(place, 0), count - 1);
}
