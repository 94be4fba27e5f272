import { ActionIcon, FileButton, Text } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { maxImages } from '@marketplace/shared/listings/constants';
import { acceptedImageTypes } from '@marketplace/shared/media/constants';
import type { Picture } from './pictures.ts';
import type { Pictures } from './use-pictures.ts';
import classes from './PicturePicker.module.css';

interface Props {
  pictures: Pictures;
  error: string | undefined;
  disabled: boolean;
}

/** Up to five pictures: chosen, put in order, taken out. The first is the one on the card. */
export function PicturePicker({ pictures, error, disabled }: Props) {
  const list = pictures.pictures;
  const reset = useRef<() => void>(null);
  return (
    <fieldset className={classes.picker} disabled={disabled}>
      <legend className={classes.legend}>Photos</legend>
      <ul className={classes.list}>
        {list.map((picture, index) => (
          <li key={picture.key} className={classes.item}>
            <PictureItem picture={picture} index={index} count={list.length} pictures={pictures} />
          </li>
        ))}
        {list.length < maxImages && (
          <li className={classes.item}>
            <FileButton
              multiple
              resetRef={reset}
              accept={acceptedImageTypes.join(',')}
              onChange={(files) => {
                pictures.add(files);
                // So that a file taken out can be chosen again.
                reset.current?.();
              }}
            >
              {(props) => (
                <button type="button" className={classes.add} {...props}>
                  <IconPhotoPlus size={24} stroke={1.75} aria-hidden />
                  Add photos
                </button>
              )}
            </FileButton>
          </li>
        )}
      </ul>
      {error ? (
        <Text size="xs" mt={6} c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      ) : (
        <Text size="xs" mt={6} c="dimmed" className="numbers">
          {list.length} of {maxImages}. At most 10 MB each; the first is shown on the card.
        </Text>
      )}
    </fieldset>
  );
}

interface ItemProps {
  picture: Picture;
  index: number;
  count: number;
  pictures: Pictures;
}

function PictureItem({ picture, index, count, pictures }: ItemProps) {
  const place = `photo ${index + 1}`;
  return (
    <>
      <img className={classes.preview} src={picture.preview} alt={picture.name} />
      <ActionIcon
        className={classes.remove}
        variant="white"
        color="dark"
        radius="xl"
        size={32}
        aria-label={`Remove ${place}`}
        onClick={() => pictures.remove(picture.key)}
      >
        <IconX size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
      {count > 1 && (
        <div className={classes.order}>
          <ActionIcon
            variant="white"
            color="dark"
            radius="xl"
            size={32}
            aria-label={`Move ${place} earlier`}
            disabled={index === 0}
            onClick={() => pictures.move(index, -1)}
          >
            <IconArrowLeft size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="white"
            color="dark"
            radius="xl"
            size={32}
            aria-label={`Move ${place} later`}
            disabled={index === count - 1}
            onClick={() => pictures.move(index, 1)}
          >
            <IconArrowRight size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </>
  );
}
