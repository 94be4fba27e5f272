import { Stack, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import {
  PhotoSlide,
  PhotoSteps,
  PhotoViewer,
  usePhotoSteps,
} from '../../../ui/photos/PhotoViewer.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Photo } from './Photo.tsx';
import classes from './Gallery.module.css';

const mainSizes =
  '(min-width: 78em) 752px, (min-width: 69.5em) calc(96vw - 448px), (min-width: 48em) calc(60vw - 48px), 100vw';

/** The pictures of a listing, one large at a time. A press opens the full-screen viewer. */
export function Gallery({ listing }: { listing: ListingView }) {
  const { images, avif, title } = listing;
  const [viewing, setViewing] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const steps = usePhotoSteps(images.length);
  const { index, step, select, keys, swipe } = steps;
  const several = images.length > 1;
  // A button for each picture. The current one is marked.
  const choices = (kind: 'dot' | 'thumbnail') => (
    <div className={classes[`${kind}s`]}>
      {images.map((image, at) => (
        <PlainButton
          key={image}
          className={classes[kind]}
          aria-label={
            kind === 'dot' ? `Show photo ${at + 1} of ${images.length}` : `Photo ${at + 1}`
          }
          aria-current={at === index}
          onClick={() => select(at)}
        >
          {kind === 'thumbnail' && <Photo listing={listing} index={at} alt="" sizes="96px" />}
        </PlainButton>
      ))}
    </div>
  );
  if (images.length === 0) {
    return (
      <div className={`${classes.frame} ${classes.none}`}>
        <Photo listing={listing} alt="" sizes={mainSizes} emptyText="No images available" />
      </div>
    );
  }
  return (
    <Stack component="section" gap="sm" aria-label="Photos" {...keys}>
      <div className={classes.frame} {...swipe}>
        <PlainButton
          ref={main}
          className={classes.main}
          aria-label="View full screen"
          onClick={() => setViewing(true)}
        >
          <PhotoSlide key={images[index]} steps={steps}>
            <Photo
              listing={listing}
              index={index}
              alt={several ? photoName(listing, index) : title}
              sizes={mainSizes}
              eager
            />
          </PhotoSlide>
        </PlainButton>
        {several && (
          <>
            <PhotoSteps onStep={step} />
            {choices('dot')}
            <VisuallyHidden component="output">
              Photo {index + 1} of {images.length}
            </VisuallyHidden>
          </>
        )}
      </div>
      {several && choices('thumbnail')}
      {viewing && (
        <PhotoViewer
          label={`Photos of ${isolated(title)}`}
          photos={images.map((src, at) => ({ src, avif: avif[at], alt: photoName(listing, at) }))}
          steps={steps}
          onClose={() => {
            setViewing(false);
            // Not every browser returns the focus to a button that was pressed by a pointer.
            main.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </Stack>
  );
}

function photoName({ title, images }: ListingView, index: number): string {
  return `${isolated(title)}, photo ${index + 1} of ${images.length}`;
}
