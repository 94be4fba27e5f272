import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Picture } from '../../../ui/Picture.tsx';
import { GalleryStep } from './GalleryStep.tsx';
import type { useGallery } from './use-gallery.ts';
import classes from './Gallery.module.css';

interface Props {
  images: string[];
  avif: boolean[];
  title: string;
  index: number;
  /** The side that the shown picture comes in from. */
  from: 'left' | 'right' | undefined;
  /** Handlers of the frame. */
  swipe: ReturnType<typeof useGallery>['swipe'];
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/**
 * The pictures in full screen. The browser's own modal dialog holds the focus and closes on Escape.
 */
export function GalleryViewer(props: Props) {
  const { images, avif, title, index, from, swipe, onStep, onClose } = props;
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
      <div className={classes.viewerBar}>
        <output className="numbers">
          {index + 1} of {images.length}
        </output>
        <button
          type="button"
          className={classes.close}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <IconX size={24} stroke={1.75} aria-hidden />
        </button>
      </div>
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
            <GalleryStep direction="previous" onClick={() => onStep(-1)} />
            <GalleryStep direction="next" onClick={() => onStep(1)} />
          </>
        )}
      </div>
    </dialog>
  );
}
