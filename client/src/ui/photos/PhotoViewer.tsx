import { Group } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { IconChevronLeft, IconChevronRight, IconX } from '../icons/listing-icons.tsx';
import { Picture } from '../Picture.tsx';
import { PlainButton } from '../PlainButton.tsx';
import classes from './PhotoViewer.module.css';

interface Props {
  label: string;
  photos: { src: string; alt: string; avif?: boolean | undefined }[];
  steps: PhotoStepsState;
  onClose: () => void;
}

type PhotoStepsState = ReturnType<typeof usePhotoSteps>;

/**
 * Photos in full screen. The browser's modal dialog traps the focus and closes on Escape. The
 * parent element must have the `keys` of `steps`.
 */
export function PhotoViewer({ label, photos, steps, onClose }: Props) {
  const { index, swipe, step } = steps;
  const photo = photos[index] ?? { src: '', alt: '' };
  return (
    <dialog ref={showModal} className={classes.viewer} aria-label={label} onClose={onClose}>
      <Group justify="space-between" py={8} pl={20} pr={12}>
        <output className="numbers">
          {photos.length > 1 && `${index + 1} of ${photos.length}`}
        </output>
        <PlainButton
          className={classes.close}
          aria-label="Close"
          onClick={(event) => event.currentTarget.closest('dialog')?.close()}
        >
          <IconX size={24} stroke={1.75} aria-hidden />
        </PlainButton>
      </Group>
      <div className={classes.frame} {...swipe}>
        <PhotoSlide key={photo.src} steps={steps}>
          <Picture className={classes.photo} {...photo} sizes="100vw" priority />
        </PhotoSlide>
        {photos.length > 1 && <PhotoSteps onStep={step} />}
      </div>
    </dialog>
  );
}

function showModal(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) dialog?.showModal();
}

/** Slides a photo in from the pressed button's side. Its key must be the photo's address. */
export function PhotoSlide({ steps, children }: { steps: PhotoStepsState; children: ReactNode }) {
  return (
    <span className={classes.slide} data-from={steps.from}>
      {children}
    </span>
  );
}

const directions = [
  { label: 'Previous photo', side: 'left', by: -1, Icon: IconChevronLeft },
  { label: 'Next photo', side: 'right', by: 1, Icon: IconChevronRight },
];

/** The previous and next buttons of a photo. */
export function PhotoSteps({ onStep }: { onStep: (by: number) => void }) {
  return directions.map(({ label, side, by, Icon }) => (
    <PlainButton
      key={label}
      className={classes.step}
      style={{ [side]: 12 }}
      aria-label={label}
      onClick={() => onStep(by)}
    >
      <Icon size={22} stroke={1.75} aria-hidden />
    </PlainButton>
  ));
}

/** Tracks which of `count` photos is visible. The steps wrap around both ends. */
export function usePhotoSteps(count: number, first = 0) {
  const [shown, setShown] = useState<{ index: number; from?: 'left' | 'right' }>({ index: first });
  const start = useRef<{ x: number; y: number } | null>(null);
  const index = Math.min(shown.index, count - 1);
  const step = (by: number) =>
    setShown({ index: (index + by + count) % count, from: by < 0 ? 'left' : 'right' });

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    // With Alt, the arrow keys navigate the browser's history.
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    step(by);
    event.preventDefault();
  };

  const swipe = {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      // A second finger zooms, which is no swipe.
      start.current = pointerType === 'touch' && isPrimary ? { x, y } : null;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      if (!start.current) return;
      const across = clientX - start.current.x;
      const down = clientY - start.current.y;
      start.current = null;
      // A movement of less than 40 px is a tap.
      if (Math.abs(across) >= Math.max(40, 1.5 * Math.abs(down))) step(-Math.sign(across));
    },
    onPointerCancel() {
      start.current = null;
    },
  };

  return {
    index,
    /** The side from which the photo slides in; undefined for the first one. */
    from: shown.from,
    step,
    select: (next: number) => step(next - index),
    /** Keyboard shortcuts, for the element around the buttons and the full-screen view. */
    keys: count > 1 ? { onKeyDown } : undefined,
    /** For the frame of a large photo. Its `touch-action` must allow scrolling and zooming. */
    swipe: count > 1 ? swipe : undefined,
  };
}
