import { Box, FileButton, Loader, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ComponentPropsWithRef, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxImages } from '@marketplace/shared/listings/constants';
import { imageInputTypes } from '@marketplace/shared/media/constants';
import { IconPhotoPlus } from '../../../ui/icons/listing-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { useIncomingFiles } from '../../uploads/use-incoming-files.ts';
import { FilePreview } from '../../uploads/FilePreview.tsx';
import { movedText, type Picture, type Pictures } from './use-pictures.ts';
import { useReorder } from './use-reorder.ts';
import classes from './PicturePicker.module.css';

const PictureTile = lazyPart(async () => (await import('./PictureTile.tsx')).PictureTile);
const TileGroup = lazyPart(async () => (await import('./PictureTile.tsx')).TileGroup);
const CropPanel = lazyPart(async () => (await import('./CropPanel.tsx')).CropPanel);
const PhotoUploader = lazyPart(
  async () => (await import('../../uploads/PhotoUploader.tsx')).PhotoUploader,
);

interface Props {
  pictures: Pictures;
  error: string | undefined;
  /** True if users send files from the uploader's dialog, not with the listing. */
  withUploader?: boolean;
  /** True while the listing is saved. */
  disabled?: boolean;
}

/**
 * Up to five pictures, chosen, pasted, or dropped anywhere on the page, and ordered by drag or
 * keyboard. The first is the cover, which cards show.
 */
export function PicturePicker({ pictures, error, withUploader, disabled = false }: Props) {
  const list = pictures.pictures;
  const user = useCurrentUser();
  const [said, setSaid] = useState('');
  const { dragged, moveBy, listProps } = useReorder({
    count: list.length,
    onMove: pictures.moveTo,
    onMoved: (index) => setSaid(movedText(index, list.length)),
  });
  const isOver = useIncomingFiles((files) => {
    if (!disabled) pictures.add(files);
  });
  const [croppedKey, setCroppedKey] = useState<string | null>(null);
  const croppedIndex = disabled ? -1 : list.findIndex(({ key }) => key === croppedKey);
  const cropped = list[croppedIndex];
  const endCrop = () => {
    flushSync(() => setCroppedKey(null));
    const tile = listProps.ref.current?.children[croppedIndex];
    tile?.querySelector<HTMLElement>('[data-crop]')?.focus();
  };
  const items = list.map((picture, index) => (
    <li
      key={picture.key}
      className={classes.item}
      data-place={index}
      data-dragged={dragged === index || undefined}
    >
      <FilePreview
        className={classes.preview}
        preview={picture.preview}
        name={picture.name}
        url={picture.url}
        alt={picture.name}
        draggable={false}
        data-grip
      />
      <PictureTile
        pictures={pictures}
        picture={picture}
        index={index}
        onMove={moveBy}
        onCrop={() => setCroppedKey(picture.key)}
      />
    </li>
  ));
  return (
    <fieldset>
      <Text component="legend" fw={600} mb={4}>
        Photos (optional)
      </Text>
      {cropped && (
        <CropPanel
          key={cropped.key}
          pictures={pictures}
          picture={cropped}
          place={croppedIndex + 1}
          onClose={endCrop}
        />
      )}
      <ul
        className={`${classes.list} plain`}
        hidden={cropped !== undefined}
        data-over={isOver || undefined}
        {...listProps}
      >
        {list.length > 0 && <TileGroup fallback={items}>{items}</TileGroup>}
        {list.length < maxImages && (
          <li className={classes.item}>
            <AddPictures pictures={pictures} withUploader={Boolean(withUploader && user)} />
          </li>
        )}
      </ul>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
      {!cropped && <Notes list={list} error={error} />}
    </fieldset>
  );
}

/** Shows the errors of the pictures and how many there are. */
function Notes({ list, error }: { list: Picture[]; error: string | undefined }) {
  return (
    <>
      <Box
        component="ul"
        className="plain as-typed"
        mt="xs"
        fz="xs"
        c="var(--mantine-color-error)"
        role="alert"
        hidden={!list.some((picture) => picture.error)}
      >
        {list.map((picture) => picture.error && <li key={picture.key}>{picture.error}</li>)}
      </Box>
      {error ? (
        <Text size="xs" mt={4} c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      ) : (
        <Text size="xs" mt={4} c="dimmed" className="numbers">
          <output>
            {list.length} of {maxImages} photos
          </output>
          , up to 10 MB each. First photo is the cover
          {list.length > 1 ? '; drag to reorder.' : '.'}
        </Text>
      )}
    </>
  );
}

function AddPictures({ pictures, withUploader }: Pick<Props, 'pictures' | 'withUploader'>) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const reset = useRef<() => void>(null);
  if (!withUploader) {
    return (
      <FileButton
        multiple
        resetRef={reset}
        accept={imageInputTypes.join(',')}
        onChange={(files) => {
          pictures.add(files);
          // Allows a removed file to be chosen again.
          reset.current?.();
        }}
      >
        {(props) => <AddButton {...props} />}
      </FileButton>
    );
  }
  return (
    <>
      <AddButton ref={button} aria-haspopup="dialog" onClick={() => setOpened(true)} />
      {opened && (
        <PhotoUploader
          fallback={
            <Box component="output" pos="absolute" top={8} right={8} aria-label="Loading">
              <Loader size="sm" aria-hidden />
            </Box>
          }
          room={maxImages - pictures.pictures.length}
          onUploaded={pictures.addUploaded}
          onClose={() => {
            setOpened(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

function AddButton(props: ComponentPropsWithRef<'button'>) {
  return (
    <UnstyledButton className={classes.add} {...props}>
      <IconPhotoPlus size={24} stroke={1.75} aria-hidden />
      Add photos
    </UnstyledButton>
  );
}
