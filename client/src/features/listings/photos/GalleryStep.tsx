import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './Gallery.module.css';

interface Props {
  direction: 'previous' | 'next';
  onClick: () => void;
}

/** The round button at the side of a picture. */
export function GalleryStep({ direction, onClick }: Props) {
  const Icon = direction === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      className={classes.step}
      data-direction={direction}
      aria-label={direction === 'previous' ? 'Previous photo' : 'Next photo'}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </button>
  );
}
