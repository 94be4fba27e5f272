import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { Picture } from '../../../ui/Picture.tsx';
import { IconChevronLeft, IconChevronRight, IconX } from '../../../ui/icons/listing-icons.tsx';
import { Photo } from './Photo.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './Gallery.module.css';

interface Props {
  listing: ListingView;
}

const mainSizes =
  '(min-width: 78em) 752px, (min-width: 69.5em) calc(96vw - 448px), (min-width: 48em) calc(60vw - 48px), 100vw';

/** The pictures of a listing: one large, the others a step away, each in full screen on a press. */
export function Gallery({ listing }: Props) {
  const { images, title } = listing;
  const [viewing, setViewing] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const gallery = useGallery(images.length);
  const { index, from, step, select, keys, swipe } = gallery;
  const several = images.length > 1;
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
          <span key={images[index]} className={classes.slide} data-from={from}>
            <Photo
              listing={listing}
              index={index}
              alt={several ? `${title}, photo ${index + 1} of ${images.length}` : title}
              sizes={mainSizes}
              eager
              whole
            />
          </span>
        </PlainButton>
        {several && (
          <>
            <GallerySteps onStep={step} />
            <GalleryChoices kind="dot" listing={listing} index={index} onSelect={select} />
            <VisuallyHidden component="output">
              Photo {index + 1} of {images.length}
            </VisuallyHidden>
          </>
        )}
      </div>
      {several && (
        <GalleryChoices kind="thumbnail" listing={listing} index={index} onSelect={select} />
      )}
      {viewing && (
        <GalleryViewer
          listing={listing}
          gallery={gallery}
          onClose={() => {
            setViewing(false);
            // Not every browser gives the focus back to a button that was pressed by a pointer.
            main.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </Stack>
  );
}

const steps = [
  { direction: 'previous', by: -1, Icon: IconChevronLeft },
  { direction: 'next', by: 1, Icon: IconChevronRight },
] as const;

/** The round buttons at both sides of a picture. */
function GallerySteps({ onStep }: { onStep: (by: number) => void }) {
  return steps.map(({ direction, by, Icon }) => (
    <PlainButton
      key={direction}
      className={classes.step}
      data-direction={direction}
      aria-label={direction === 'previous' ? 'Previous photo' : 'Next photo'}
      onClick={() => onStep(by)}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </PlainButton>
  ));
}

interface ChoicesProps extends Props {
  kind: 'dot' | 'thumbnail';
  index: number;
  onSelect: (index: number) => void;
}

/** A button for each picture, the shown one marked: a dot, or the picture in small. */
function GalleryChoices({ kind, listing, index, onSelect }: ChoicesProps) {
  const { images } = listing;
  return (
    <div className={classes[`${kind}s`]}>
      {images.map((image, at) => (
        <PlainButton
          key={image}
          className={classes[kind]}
          aria-label={
            kind === 'dot' ? `Show photo ${at + 1} of ${images.length}` : `Photo ${at + 1}`
          }
          aria-current={at === index}
          onClick={() => onSelect(at)}
        >
          {kind === 'thumbnail' && <Photo listing={listing} index={at} alt="" sizes="96px" />}
        </PlainButton>
      ))}
    </div>
  );
}

interface ViewerProps extends Props {
  gallery: ReturnType<typeof useGallery>;
  onClose: () => void;
}

/** The pictures in full screen. The browser's modal dialog keeps the focus and closes on Escape. */
function GalleryViewer({ listing, gallery, onClose }: ViewerProps) {
  const { index, from, swipe, step } = gallery;
  const { images, avif, title } = listing;
  return (
    <dialog
      ref={showModal}
      className={classes.viewer}
      aria-label={`Photos of ${title}`}
      onClose={onClose}
    >
      <Group justify="space-between" py={8} pl={20} pr={12}>
        <output className="numbers">
          {index + 1} of {images.length}
        </output>
        <PlainButton
          className={classes.close}
          aria-label="Close"
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
        >
          <IconX size={24} stroke={1.75} aria-hidden />
        </PlainButton>
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
        {images.length > 1 && <GallerySteps onStep={step} />}
      </div>
    </dialog>
  );
}

function showModal(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) dialog?.showModal();
}

/** In px: a shorter move is a tap. */
const shortestSwipe = 40;

/** Which of `count` pictures is shown, and how to go to another, around both ends. */
function useGallery(count: number) {
  const [shown, setShown] = useState<{ index: number; from?: 'left' | 'right' }>({ index: 0 });
  const start = useRef<{ x: number; y: number } | null>(null);
  const index = Math.min(shown.index, count - 1);
  const step = (by: number) =>
    setShown({ index: (index + by + count) % count, from: by < 0 ? 'left' : 'right' });

  const onKeyDown = (event: KeyboardEvent) => {
    // With Alt they go back and forth in the history.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else return;
    event.preventDefault();
  };

  const swipe = {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      // With a second finger it is no swipe.
      start.current = pointerType === 'touch' && isPrimary ? { x, y } : null;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      if (!start.current) return;
      const across = clientX - start.current.x;
      const down = clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) >= Math.max(shortestSwipe, 1.5 * Math.abs(down))) {
        step(across < 0 ? 1 : -1);
      }
    },
    onPointerCancel() {
      start.current = null;
    },
  };

  return {
    index,
    /** The side that the shown picture comes in from; undefined for the first. */
    from: shown.from,
    step,
    select: (next: number) => step(next - index),
    /** Shortcuts, for the element around the buttons and the full screen. */
    keys: count > 1 ? { onKeyDown } : undefined,
    /** For the frame of a large picture. Its `touch-action` leaves scrolling and zooming to the browser. */
    swipe: count > 1 ? swipe : undefined,
  };
}
