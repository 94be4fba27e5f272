import { VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import classes from './Stars.module.css';

const all = [1, 2, 3, 4, 5];

/** A rating of 1 to 5 as stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={classes.stars}>
      <VisuallyHidden>{rating} of 5 stars</VisuallyHidden>
      {all.map((star) => (
        <IconStarFilled
          key={star}
          size={16}
          data-filled={star <= rating || undefined}
          aria-hidden
        />
      ))}
    </span>
  );
}
