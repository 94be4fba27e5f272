import { useComputedColorScheme } from '@mantine/core';
import dashboardStyles from '@uppy/dashboard/css/style.min.css?url';
import coreStyles from '@uppy/core/css/style.min.css?url';
import DashboardModal from '@uppy/react/dashboard-modal';
import { useEffect, useRef, useState } from 'react';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { fill, texts } from '@marketplace/shared/texts';
import { toast } from '../../ui/toast.ts';
import { createUppy } from './create-uppy.ts';
import type { PhotoUppy } from './storage-uploader.ts';
import photoStyles from './photo-uploader.css?url';

const dialogName = 'Add photos';

/** A file that was stored at `url`, or could not be for the reason `error`. */
export interface UploadedFile {
  file: File;
  url?: string;
  error?: string;
}

interface Props {
  /** How many pictures there is room for. */
  room: number;
  /** Why a file may not be uploaded, with its name; null when it may. */
  refuseFile: (file: File) => string | null;
  /** Takes what was stored, as soon as all of a batch are done; and at the end what failed. */
  onUploaded: (files: UploadedFile[]) => void;
  onClose: () => void;
}

/**
 * Uppy's dashboard in a dialog, open as long as it is shown. It closes by itself once everything is
 * stored; what failed stays in it to be tried again.
 */
export function PhotoUploader(props: Props) {
  const colors = useComputedColorScheme('light');
  const current = useRef(props);
  useEffect(() => {
    current.current = props;
  });
  const [uppy, setUppy] = useState<PhotoUppy | null>(null);

  useEffect(() => {
    const { room, refuseFile } = current.current;
    const photos = createUppy({ room, refuseFile, onTooMany: tellTooMany });
    const handOver = handOverOnce((files) => current.current.onUploaded(files));
    photos.uppy.on('complete', () => handOver(photos.uppy));
    photos.uppy.on('dashboard:modal-open', nameDialog);
    // The files it counts would be gone, and with them how much room there is.
    const cancelled = () => current.current.onClose();
    photos.uppy.on('cancel-all', cancelled);
    setUppy(photos.uppy);
    return () => {
      photos.uppy.off('cancel-all', cancelled);
      photos.end();
    };
  }, []);

  const close = () => {
    if (uppy) props.onUploaded(failedFiles(uppy));
    props.onClose();
  };

  return (
    <>
      <link rel="stylesheet" href={coreStyles} precedence="uppy" />
      <link rel="stylesheet" href={dashboardStyles} precedence="uppy" />
      <link rel="stylesheet" href={photoStyles} precedence="uppy" />
      {uppy && (
        <DashboardModal
          open
          uppy={uppy}
          target="body"
          theme={colors}
          onRequestClose={close}
          closeAfterFinish
          doneButtonHandler={close}
          proudlyDisplayPoweredByUppy={false}
          hidePauseResumeButton
          note={`JPEG, PNG, WebP, GIF, AVIF or HEIC, at most 10 MB each. Room for ${props.room} more.`}
          locale={{
            strings: {
              dashboardWindowTitle: dialogName,
              closeModal: 'Close',
              dropPasteFiles: 'Drop photos here or %{browseFiles}',
              browseFiles: 'choose them',
              dropHint: 'Drop your photos here',
            },
          }}
        />
      )}
    </>
  );
}

/** Uppy marks the dialog as one and names what is around it. */
function nameDialog(): void {
  const dialog = document.querySelector('.uppy-Dashboard-inner');
  dialog?.setAttribute('aria-label', dialogName);
  dialog?.setAttribute('aria-modal', 'true');
}

function tellTooMany(): void {
  toast({ title: 'Too many images', message: texts.tooManyImages, kind: 'error' });
}

/** Gives each stored file on once, in the order they were chosen, and tells how it went. */
function handOverOnce(onUploaded: (files: UploadedFile[]) => void) {
  const given = new Set<string>();
  return (uppy: PhotoUppy) => {
    const stored = uppy
      .getFiles()
      .filter(({ id, response, error }) => response?.body && !error && !given.has(id));
    for (const { id } of stored) given.add(id);
    onUploaded(
      stored.flatMap(({ data, response }) =>
        data instanceof File && response?.body ? { file: data, url: response.body.objectPath } : [],
      ),
    );
    if (failedFiles(uppy).length > 0) {
      toast({ ...uploadImagesTexts.notProcessed, kind: 'error' });
    } else if (stored.length > 0) {
      const { title, message } = uploadImagesTexts.done;
      const count = String(stored.length);
      toast({ title, message: fill(message, { count }), kind: 'success' });
    }
  };
}

function failedFiles(uppy: PhotoUppy): UploadedFile[] {
  return uppy
    .getFiles()
    .flatMap(({ data, error }) => (data instanceof File && error ? { file: data, error } : []));
}
