import { Group, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { Picture } from '../../../ui/Picture.tsx';
import { Photo, photoOf } from './Photo.tsx';
import { useGallery } from './use-gallery.ts';
import classes from './Gallery.module.css';

interface Props {
  listing: ListingView;
}

const mainSizes =
  '(min-width: 75em) 792px, (min-width: 62.5em) calc(100vw - 456px), (min-width: 48em) calc(64vw - 80px), 100vw';

/** The pictures of a listing: one large, the others a step away, each in full screen on a press. */
export function Gallery({ listing }: Props) {
  const { images, title } = listing;
  const [viewing, setViewing] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const { index, from, step, select, keys, swipe } = useGallery(images.length);
  const several = images.length > 1;
  if (images.length === 0) return <NoPictures />;
  return (
    <section aria-label="Photos" className={classes.gallery} {...keys}>
      <div className={classes.frame} {...swipe}>
        <UnstyledButton
          ref={main}
          className={classes.main}
          aria-label="View full screen"
          onClick={() => setViewing(true)}
        >
          <span key={images[index]} className={classes.slide} data-from={from}>
            <Photo
              {...photoOf(listing, index)}
              alt={several ? `${title}, photo ${index + 1} of ${images.length}` : title}
              sizes={mainSizes}
              eager
              whole
            />
          </span>
        </UnstyledButton>
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
      {several && <GalleryThumbnails listing={listing} index={index} onSelect={select} />}
      {viewing && (
        <GalleryViewer
          listing={listing}
          index={index}
          from={from}
          swipe={swipe}
          step={step}
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
      <Photo alt="" sizes={mainSizes} emptyText="No images available" />
    </div>
  );
}

interface StepProps {
  direction: 'previous' | 'next';
  onClick: () => void;
}

/** The round button at the side of a picture. */
function GalleryStep({ direction, onClick }: StepProps) {
  const Icon = direction === 'previous' ? IconChevronLeft : IconChevronRight;
  return (
    <UnstyledButton
      className={classes.step}
      data-direction={direction}
      aria-label={direction === 'previous' ? 'Previous photo' : 'Next photo'}
      onClick={onClick}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}

interface ChoiceProps {
  index: number;
  onSelect: (index: number) => void;
}

/** One dot for each picture, the shown one filled. */
function GalleryDots({ count, index, onSelect }: ChoiceProps & { count: number }) {
  return (
    <div className={classes.dots}>
      {Array.from({ length: count }, (_, position) => (
        <UnstyledButton
          key={position}
          className={classes.dot}
          aria-label={`Show photo ${position + 1} of ${count}`}
          aria-current={position === index}
          onClick={() => onSelect(position)}
        />
      ))}
    </div>
  );
}

/** The pictures in small, the shown one framed. */
function GalleryThumbnails({ listing, index, onSelect }: ChoiceProps & Props) {
  return (
    <div className={classes.thumbnails}>
      {listing.images.map((image, position) => (
        <UnstyledButton
          key={image}
          className={classes.thumbnail}
          aria-label={`Photo ${position + 1}`}
          aria-current={position === index}
          onClick={() => onSelect(position)}
        >
          <Photo {...photoOf(listing, position)} alt="" sizes="112px" />
        </UnstyledButton>
      ))}
    </div>
  );
}

interface ViewerProps
  extends Props, Pick<ReturnType<typeof useGallery>, 'index' | 'from' | 'swipe' | 'step'> {
  onClose: () => void;
}

/** The pictures in full screen. The browser's modal dialog keeps the focus and closes on Escape. */
function GalleryViewer(props: ViewerProps) {
  const { listing, index, from, swipe, step, onClose } = props;
  const { images, avif, title } = listing;
  const dialog = useRef<HTMLDialogElement>(null);
  const several = images.length > 1;

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={`Photos of ${title}`}
      onClose={onClose}
    >
      <Group justify="space-between" py={8} pl={20} pr={12}>
        <output className="numbers">
          {index + 1} of {images.length}
        </output>
        <UnstyledButton
          className={classes.close}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <IconX size={24} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </Group>
      <div className={classes.viewerFrame} {...swipe}>
        <span key={images[index]} className={classes.slide} data-from={from}>
          <Picture
            className={classes.viewerPhoto}
            src={images[index] ?? ''}
            avif={avif[index]}
            sizes="100vw"
            alt={`${title}, photo ${index + 1} of ${images.length}`}
            priority
          />
        </span>
        {several && (
          <>
            <GalleryStep direction="previous" onClick={() => step(-1)} />
            <GalleryStep direction="next" onClick={() => step(1)} />
          </>
        )}
      </div>
    </dialog>
  );
}
