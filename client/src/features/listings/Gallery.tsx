import { useState } from 'react';
import { wrapIndex } from './wrap-index.ts';
import { GalleryStep } from './GalleryStep.tsx';
import { GalleryViewer } from './GalleryViewer.tsx';
import { Photo } from './Photo.tsx';
import classes from './Gallery.module.css';

interface Props {
  images: string[];
  placeholders: string[];
  title: string;
}

const mainSizes = '(min-width: 75em) 792px, (min-width: 56.25em) calc(100vw - 456px), 100vw';

/** The pictures of a listing: one large, the others a step away, each in full screen on a press. */
export function Gallery({ images, placeholders, title }: Props) {
  const [shown, setShown] = useState(0);
  const [viewing, setViewing] = useState(false);
  const index = wrapIndex(shown, images.length);
  if (images.length === 0) {
    return (
      <div className={classes.frame}>
        <Photo
          image={undefined}
          placeholder={undefined}
          alt=""
          sizes={mainSizes}
          emptyText="No images available"
        />
      </div>
    );
  }
  const several = images.length > 1;
  return (
    <section aria-label="Photos" className={classes.gallery}>
      <div className={classes.frame}>
        <button
          type="button"
          className={classes.main}
          aria-label="View full screen"
          onClick={() => setViewing(true)}
        >
          <Photo
            key={images[index]}
            image={images[index]}
            placeholder={placeholders[index]}
            alt={several ? `${title}, photo ${index + 1} of ${images.length}` : title}
            sizes={mainSizes}
            eager
            whole
          />
        </button>
        {several && (
          <>
            <GalleryStep direction="previous" onClick={() => setShown(index - 1)} />
            <GalleryStep direction="next" onClick={() => setShown(index + 1)} />
            <Dots count={images.length} index={index} onSelect={setShown} />
          </>
        )}
      </div>
      {several && (
        <div className={classes.thumbnails}>
          {images.map((image, position) => (
            <button
              key={image}
              type="button"
              className={classes.thumbnail}
              aria-label={`Photo ${position + 1}`}
              aria-current={position === index}
              onClick={() => setShown(position)}
            >
              <Photo image={image} placeholder={placeholders[position]} alt="" sizes="112px" />
            </button>
          ))}
        </div>
      )}
      {viewing && (
        <GalleryViewer
          images={images}
          title={title}
          index={index}
          onStep={setShown}
          onClose={() => setViewing(false)}
        />
      )}
    </section>
  );
}

interface DotsProps {
  count: number;
  index: number;
  onSelect: (index: number) => void;
}

function Dots({ count, index, onSelect }: DotsProps) {
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
