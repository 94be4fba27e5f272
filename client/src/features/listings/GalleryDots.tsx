import classes from './Gallery.module.css';

interface Props {
  count: number;
  index: number;
  onSelect: (index: number) => void;
}

/** One dot for each picture, the shown one filled. */
export function GalleryDots({ count, index, onSelect }: Props) {
  return (
    <div className={classes.dots}>
      {Array.from({ length: count }, (_, position) => (
        <button
          key={position}
          type="button"
          className={classes.dot}
          aria-label={`Show photo ${position + 1} of ${count}`}
          aria-current={position === index}
          onClick={() => onSelect(position)}
        />
      ))}
    </div>
  );
}
