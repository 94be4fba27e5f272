import { ActionIcon, Box, FileButton, Group, Loader, Text, VisuallyHidden } from '@mantine/core';
import type { MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { imageInputTypes } from '@marketplace/shared/media/constants';
import { maxPhotos } from '@marketplace/shared/messaging/constants';
import { isolated } from '@marketplace/shared/direction';
import { IconPhoto } from '../../../ui/icons/icons.tsx';
import { IconX } from '../../../ui/icons/listing-icons.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { useStore } from '../../../ui/store.ts';
import { FilePreview } from '../../uploads/FilePreview.tsx';
import type { DraftPhoto, PhotoDraft } from '../live/photo-draft.ts';
import classes from './Composer.module.css';

/** The button that opens the file chooser, or the photo picker of a phone. */
export function AddPhotos(props: { isFull: boolean; onFiles: (files: File[]) => void }) {
  const { isFull, onFiles } = props;
  return (
    <FileButton
      multiple
      accept={imageInputTypes.join(',')}
      disabled={isFull}
      onChange={onFiles}
      inputProps={{ 'aria-label': 'Photos' }}
    >
      {(props) => (
        <ActionIcon
          {...props}
          className={`${classes.send} ${classes.add}`}
          variant="subtle"
          color="gray"
          size={36}
          radius="50%"
          aria-label="Add photos"
          title={isFull ? `Up to ${maxPhotos} photos a message` : 'Add photos'}
          disabled={isFull}
        >
          <IconPhoto size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
    </FileButton>
  );
}

/** Shows the photos chosen for a message, above the text field. */
export function ComposerPhotos({ draft }: { draft: PhotoDraft }) {
  const { photos, sending, error } = useStore(draft.state);
  if (photos.length === 0) return null;
  const reasons = new Set([...photos.map((photo) => photo.error), error]);
  return (
    <Box px={6} pt={4} pb={8}>
      <Group
        component="ul"
        className="plain"
        gap={10}
        pt={6}
        wrap="nowrap"
        align="stretch"
        aria-label="Photos to send"
      >
        {photos.map((photo, index) => (
          <li key={photo.key} className={classes.item}>
            <FilePreview
              className={classes.preview}
              style={{ opacity: sending === 'no' ? undefined : 0.6 }}
              preview={photo.preview}
              name={photo.file.name}
              alt={photo.file.name}
            />
            <PhotoState photo={photo} index={index} draft={draft} />
            {sending === 'no' && <RemoveButton photo={photo} index={index} draft={draft} />}
          </li>
        ))}
      </Group>
      <div role="alert">
        {[...reasons].map(
          (reason) =>
            reason !== null && (
              <Text
                key={reason}
                className="as-typed"
                mt={6}
                fz="0.75rem"
                c="var(--mantine-color-error)"
              >
                {reason}
              </Text>
            ),
        )}
      </div>
      {sending === 'waiting' && (
        <Text mt={6} fz="0.75rem" c="dimmed">
          {stateTexts.waiting}
        </Text>
      )}
      <VisuallyHidden component="output">{stateTexts[sending]}</VisuallyHidden>
    </Box>
  );
}

const stateTexts = { no: '', now: 'Sending photos…', waiting: 'Waiting for connection…' };

interface PhotoProps {
  photo: DraftPhoto;
  index: number;
  draft: PhotoDraft;
}

function PhotoState({ photo: { key, file, path, progress, error }, index, draft }: PhotoProps) {
  if (error) {
    return (
      <PlainButton
        className={classes.failure}
        aria-label={`Retry photo ${index + 1}`}
        onClick={() => draft.retry(key)}
      >
        Retry
      </PlainButton>
    );
  }
  if (path !== null) return null;
  return progress === null || progress === 1 ? (
    <Loader pos="absolute" inset={0} m="auto" size={20} color="white" aria-hidden />
  ) : (
    <progress
      className={classes.progress}
      aria-label={`Uploading ${isolated(file.name)}`}
      max={1}
      value={progress}
    />
  );
}

function RemoveButton({ photo, index, draft }: PhotoProps) {
  const remove = ({ currentTarget }: MouseEvent) => {
    const list = currentTarget.closest('ul');
    const form = currentTarget.closest('form');
    flushSync(() => draft.remove(photo.key));
    // The focused button is gone. Focus the photo that took its place, or the text field.
    const next = list?.children[index] ?? list?.lastElementChild;
    const button = next?.querySelector<HTMLElement>('button[data-remove]');
    (button ?? form?.querySelector('textarea'))?.focus();
  };
  return (
    <ActionIcon
      className={classes.remove}
      data-remove
      variant="white"
      color="dark"
      size={24}
      radius="50%"
      aria-label={`Remove photo ${index + 1}`}
      title="Remove"
      onClick={remove}
    >
      <IconX size={14} stroke={2.25} aria-hidden />
    </ActionIcon>
  );
}
