import { Photo } from './Photo.tsx';
import classes from './Gallery.module.css';

interface Props {
  images: string[];
  placeholders: string[];
  avif: boolean[];
  index: number;
  onSelect: (index: number) => void;
}

/** The pictures in small, the shown one framed. */
export function GalleryThumbnails({ images, placeholders, avif, index, onSelect }: Props) {
  return (
    <div className={classes.thumbnails}>
      {images.map((image, position) => (
        <button
          key={image}
          type="button"
          className={classes.thumbnail}
          aria-label={`Photo ${position + 1}`}
          aria-current={position === index}
          onClick={() => onSelect(position)}
        >
          <Photo
            image={image}
            placeholder={placeholders[position]}
            avif={avif[position]}
            alt=""
            sizes="112px"
          />
        </button>
      ))}
    </div>
  );
}
