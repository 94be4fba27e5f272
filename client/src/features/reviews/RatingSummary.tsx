import type { ReviewSummary } from '@marketplace/shared/reviews/views';
import { Stars } from './Stars.tsx';
import classes from './RatingSummary.module.css';

const fromTheTop = [5, 4, 3, 2, 1];

/** The mean of all reviews, and how many gave how many stars. */
export function RatingSummary({ summary }: { summary: ReviewSummary }) {
  const { mean, count, counts } = summary;
  return (
    <div className={`${classes.summary} numbers`}>
      <div className={classes.mean}>
        <p className={classes.figure}>{mean.toFixed(1)}</p>
        <Stars rating={mean} size={18} />
        <p className={classes.count}>{counted(count, 'review')}</p>
      </div>
      <ul className={classes.bars}>
        {fromTheTop.map((stars) => {
          const given = counts[stars - 1] ?? 0;
          return (
            <li
              key={stars}
              className={classes.row}
              aria-label={`${counted(stars, 'star')}: ${counted(given, 'review')}`}
            >
              <span aria-hidden>{stars}</span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${(given / count) * 100}%` }} />
              </span>
              <span className={classes.given} aria-hidden>
                {given}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString('en-US')} ${unit}${count === 1 ? '' : 's'}`;
}
