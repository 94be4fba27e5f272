import { VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './Gallery.module.css';
import { GalleryStep } from './GalleryStep.tsx';
import { GalleryViewer } from './GalleryViewer.tsx';
import { Photo } from './Photo.tsx';
import { useGallery } from './use-gallery.ts';

interface Props {
  images: string[];
  placeholders: string[];
  avif: boolean[];
  title: string;
}

const mainSizes =
  '(min-width: 75em) 792px, (min-width: 62.5em) calc(100vw - 456px), (min-width: 48em) calc(64vw - 80px), 100vw';

/** The pictures of a listing: one large, the others a step away, each in full screen on a press. */
export function Gallery({ images, placeholders, avif, title }: Props) {
  const [viewing, setViewing] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const { index, from, step, select, keys, swipe } = useGallery(images.length);
  const several = images.length > 1;
  if (images.length === 0) return <NoPictures />;
  return (
    <section aria-label="Photos" className={classes.gallery} {...keys}>
      <div className={classes.frame} {...swipe}>
        <button
          ref={main}
          type="button"
          className={classes.main}
          aria-label="View full screen"
          onClick={() => setViewing(true)}
        >
          <span key={images[index]} className={classes.slide} data-from={from}>
            <Photo
              image={images[index]}
              placeholder={placeholders[index]}
              avif={avif[index]}
              alt={several ? `${title}, photo ${index + 1} of ${images.length}` : title}
              sizes={mainSizes}
              eager
              whole
            />
          </span>
        </button>
        {several && (
          <>
            <GalleryStep direction="previous" onClick={() => step(-1)} />
            <GalleryStep direction="next" onClick={() => step(1)} />
            <GalleryDots count={images.length} index={index} onSelect={select} />
            <VisuallyHidden component="output">
              Photo {index + 1} of {images.length}
            </VisuallyHidden>
          </>
        )}
      </div>
      {several && (
        <GalleryThumbnails
          images={images}
          placeholders={placeholders}
          avif={avif}
          index={index}
          onSelect={select}
        />
      )}
      {viewing && (
        <GalleryViewer
          images={images}
          avif={avif}
          title={title}
          index={index}
          from={from}
          swipe={swipe}
          onStep={step}
          onClose={() => {
            setViewing(false);
            // Not every browser gives the focus back to a button that was pressed by a pointer.
            main.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </section>
  );
}

function NoPictures() {
  return (
    <div className={`${classes.frame} ${classes.none}`}>
      <Photo
        image={undefined}
        placeholder={undefined}
        avif={undefined}
        alt=""
        sizes={mainSizes}
        emptyText="No images available"
      />
    </div>
  );
}

interface GalleryDotsProps {
  count: number;
  index: number;
  onSelect: (index: number) => void;
}

/** One dot for each picture, the shown one filled. */
function GalleryDots({ count, index, onSelect }: GalleryDotsProps) {
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

interface GalleryThumbnailsProps {
  images: string[];
  placeholders: string[];
  avif: boolean[];
  index: number;
  onSelect: (index: number) => void;
}

/** The pictures in small, the shown one framed. */
function GalleryThumbnails({
  images,
  placeholders,
  avif,
  index,
  onSelect,
}: GalleryThumbnailsProps) {
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
