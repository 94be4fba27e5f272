import { IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Picture } from '../../ui/Picture.tsx';
import { GalleryStep } from './GalleryStep.tsx';
import { wrapIndex } from './wrap-index.ts';
import classes from './Gallery.module.css';

interface Props {
  images: string[];
  title: string;
  index: number;
  onStep: (index: number) => void;
  onClose: () => void;
}

/**
 * The pictures in full screen. The browser's own modal dialog holds the focus, closes on Escape and
 * gives the focus back.
 */
export function GalleryViewer({ images, title, index, onStep, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const step = (by: number) => onStep(wrapIndex(index + by, images.length));

  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else return;
    event.preventDefault();
  };

  return (
    // The keys are a shortcut for the buttons within.
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={`Photos of ${title}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
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
      <div className={classes.viewerFrame}>
        <Picture
          key={images[index]}
          className={classes.viewerPhoto}
          src={images[index] ?? ''}
          sizes="100vw"
          alt={`${title}, photo ${index + 1} of ${images.length}`}
          priority
        />
        {images.length > 1 && (
          <>
            <GalleryStep direction="previous" onClick={() => step(-1)} />
            <GalleryStep direction="next" onClick={() => step(1)} />
          </>
        )}
      </div>
    </dialog>
  );
}
