import { Stack, VisuallyHidden } from '@mantine/core';
import { useRef, useState } from 'react';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { isolated } from '@marketplace/shared/direction';
import { IconPhoto } from '../../../ui/icons/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { clockText, fullTimeText } from '../../../ui/time/time-text.ts';
import type { ChatMessage } from './use-history.ts';
import classes from './ChatPhotos.module.css';

const ChatPhotoViewer = lazyPart(
  async () => (await import('./ChatPhotoViewer.tsx')).ChatPhotoViewer,
);

type Photo = EntryOf<'photo'>['data']['images'][number];

interface Props {
  message: ChatMessage & EntryOf<'photo'>;
  /** The sender: 'you' or a name. */
  from: string;
}

/** The photos of a message in a grid of fixed proportions. A click opens the full screen. */
export function ChatPhotos({ message, from }: Props) {
  const { images } = message.data;
  const [viewed, setViewed] = useState<number | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const photos = images.map(({ url }, at) => ({ src: url, alt: nameOf(at, images.length, from) }));
  return (
    <div ref={grid} title={fullTimeText(message.createdAt)}>
      <div className={classes.grid} data-count={images.length} style={proportionsOf(images)}>
        {photos.map(({ src, alt }, at) => (
          <PhotoButton
            key={src}
            src={src}
            alt={alt}
            sizes={images.length === 1 ? '320px' : '160px'}
            onClick={() => setViewed(at)}
          />
        ))}
      </div>
      <VisuallyHidden>{clockText(message.createdAt)}</VisuallyHidden>
      {viewed !== null && (
        <ChatPhotoViewer
          label={`Photos from ${isolated(from)}`}
          photos={photos}
          first={viewed}
          onClose={() => {
            setViewed(null);
            // Some browsers do not return the focus to a button that was pressed with a pointer.
            grid.current?.querySelectorAll('button')[viewed]?.focus({ preventScroll: true });
          }}
        />
      )}
    </div>
  );
}

interface ButtonProps {
  src: string;
  alt: string;
  sizes: string;
  onClick: () => void;
}

function PhotoButton({ onClick, ...picture }: ButtonProps) {
  const [isGone, setGone] = useState(false);
  if (isGone) {
    return (
      <Stack component="span" align="center" justify="center" gap={4} c="dimmed" fz="0.75rem">
        <IconPhoto size={24} stroke={1.75} aria-hidden />
        <span>
          <VisuallyHidden>{picture.alt}: </VisuallyHidden>Unavailable
        </span>
      </Stack>
    );
  }
  return (
    <PlainButton onClick={onClick}>
      <Picture {...picture} onError={() => setGone(true)} />
    </PlainButton>
  );
}

/** Limits the proportions of a single photo to between 3:4 and 16:9. */
function proportionsOf([photo, ...others]: Photo[]) {
  if (!photo || others.length > 0) return undefined;
  return { aspectRatio: Math.min(16 / 9, Math.max(3 / 4, photo.width / photo.height)) };
}

function nameOf(index: number, count: number, from: string): string {
  return count === 1
    ? `Photo from ${isolated(from)}`
    : `Photo ${index + 1} of ${count} from ${isolated(from)}`;
}
