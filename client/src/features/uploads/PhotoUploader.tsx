import { useComputedColorScheme } from '@mantine/core';
import { Uppy } from '@uppy/core';
import coreStyles from '@uppy/core/css/style.min.css?url';
import type { Meta } from '@uppy/core/utils';
import dashboardStyles from '@uppy/dashboard/css/style.min.css?url';
import DashboardModal from '@uppy/react/dashboard-modal';
import { useEffect, useRef, useState } from 'react';
import { acceptedImageTypes, maxImageBytes } from '@marketplace/shared/media/constants';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { fill, texts } from '@marketplace/shared/texts';
import { toast } from '../../ui/toast.ts';
import { infoTimeout, multipartThreshold } from './constants.ts';
import photoStyles from './photo-uploader.css?url';
import { type PhotoUppy, addStorageUploader, type StoredBody } from './storage-uploader.ts';

const dialogName = 'Add photos';

/** A chosen file: stored at `url`, refused for the reason `error`, or with neither not sent yet. */
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
  /** Takes the stored files of a batch once it is done, and at the end all the others. */
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
  /** Ids of the files that were handed over. */
  const given = useRef(new Set<string>());

  useEffect(() => {
    const { room, refuseFile } = current.current;
    const photos = createUppy({ room, refuseFile, onTooMany: tellTooMany });
    const handOverStored = () => {
      const stored = takeFiles(photos.uppy, given.current, ({ url }) => url !== undefined);
      current.current.onUploaded(stored);
      return stored.length;
    };
    photos.uppy.on('complete', () => announce(photos.uppy, handOverStored()));
    photos.uppy.on('dashboard:modal-open', nameDialog);
    // The files it counts would be gone, and with them how much room there is.
    const cancelled = () => {
      handOverStored();
      current.current.onClose();
    };
    photos.uppy.on('cancel-all', cancelled);
    setUppy(photos.uppy);
    return () => {
      photos.uppy.off('cancel-all', cancelled);
      photos.end();
    };
  }, []);

  const close = () => {
    if (uppy) props.onUploaded(takeFiles(uppy, given.current, () => true));
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

/** Says how a batch went. */
function announce(uppy: PhotoUppy, stored: number): void {
  if (uppy.getFiles().some(({ error }) => error)) {
    toast({ ...uploadImagesTexts.notProcessed, kind: 'error' });
  } else if (stored > 0) {
    const { title, message } = uploadImagesTexts.done;
    toast({ title, message: fill(message, { count: String(stored) }), kind: 'success' });
  }
}

/** The files that were not handed over yet and are `wanted`, in the order they were chosen. */
function takeFiles(
  uppy: PhotoUppy,
  given: Set<string>,
  wanted: (file: UploadedFile) => boolean,
): UploadedFile[] {
  return uppy.getFiles().flatMap(({ id, data, response, error }) => {
    if (!(data instanceof File) || given.has(id)) return [];
    const url = error ? undefined : response?.body?.objectPath;
    const file = { file: data, ...(url && { url }), ...(error && { error }) };
    if (!wanted(file)) return [];
    given.add(id);
    return [file];
  });
}

interface Options {
  /** How many files there is room for. */
  room: number;
  /** Why a file may not be uploaded, with its name; null when it may. */
  refuseFile: (file: File) => string | null;
  onTooMany: () => void;
}

/** Uppy for pictures alone, within the product's limits, and how to end it. */
function createUppy({ room, refuseFile, onTooMany }: Options): {
  uppy: PhotoUppy;
  end: () => void;
} {
  const uppy = new Uppy<Meta, StoredBody>({
    id: 'photos',
    infoTimeout,
    restrictions: {
      maxNumberOfFiles: room,
      maxFileSize: maxImageBytes,
      // Not every system knows the type of these.
      allowedFileTypes: [...acceptedImageTypes, '.heic', '.heif'],
    },
    // Before Uppy's own checks, whose words do not always name the file.
    onBeforeFileAdded: ({ data }) => {
      const reason = data instanceof File ? refuseFile(data) : null;
      if (reason) uppy.info(reason, 'error', infoTimeout);
      return reason ? false : undefined;
    },
    locale: {
      strings: {
        youCanOnlyUploadX: { 0: texts.tooManyImages, 1: texts.tooManyImages },
        failedToUpload: '%{file} was not uploaded',
      },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
  });
  uppy.on('restriction-failed', (file) => {
    // Only the check of how many there are has no file.
    if (!file) onTooMany();
  });
  const abandon = addStorageUploader(uppy, multipartFrom());
  return {
    uppy,
    end: () => {
      uppy.destroy();
      abandon();
    },
  };
}

/**
 * The size in bytes from which files go in parts. A page may lower it with `data-multipart-from` on
 * its html element: a picture is never as large as the usual threshold.
 */
function multipartFrom(): number {
  const stated = Number(document.documentElement.dataset.multipartFrom);
  return stated > 0 ? stated : multipartThreshold;
}
