import { VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { maxRating } from '@marketplace/shared/reviews/constants';
import classes from './Review.module.css';

interface Props {
  /** 1 to 5; parts of a star are shown as such. */
  rating: number;
  /** Of one star, in px. */
  size?: number;
}

/** A rating as stars. */
export function Stars({ rating, size = 16 }: Props) {
  const width = `${(rating / maxRating) * 100}%`;
  return (
    <span className={classes.stars}>
      <VisuallyHidden>{rating} of 5 stars</VisuallyHidden>
      <Row size={size} />
      <span className={classes.filled} style={{ width }}>
        <Row size={size} />
      </span>
    </span>
  );
}

function Row({ size }: { size: number }) {
  return Array.from({ length: maxRating }, (_, at) => (
    <IconStarFilled key={at} size={size} aria-hidden />
  ));
}
