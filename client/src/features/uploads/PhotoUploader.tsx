import { useComputedColorScheme } from '@mantine/core';
import { EventManager, Uppy } from '@uppy/core';
import coreStyles from '@uppy/core/css/style.min.css?url';
import {
  type Body,
  filterFilesToEmitUploadStarted,
  filterFilesToUpload,
  type Meta,
  type UppyFile,
} from '@uppy/core/utils';
import dashboardStyles from '@uppy/dashboard/css/style.min.css?url';
import DashboardModal from '@uppy/react/dashboard-modal';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { imageInputTypes, maxImageBytes } from '@marketplace/shared/media/constants';
import { uploadImagesTexts } from '@marketplace/shared/outcomes/pictures';
import { fill, texts } from '@marketplace/shared/texts';
import { toast } from '../../ui/toast.ts';
import photoStyles from './photo-uploader.css?url';
import { namedReason, refuseFile, uploadImage, UploadError } from './upload-image.ts';

const dialogName = 'Add photos';

/** How long a notice stays in the dashboard, in ms. */
const infoTimeout = 5000;

/** The waits before each retry, in ms. */
const retryDelays = [0, 1000, 3000, 5000];

/** The server's answer to an upload: the path of the stored picture. */
type StoredBody = Body & { objectPath: string };

type PhotoUppy = Uppy<Meta, StoredBody>;
type PhotoFile = UppyFile<Meta, StoredBody>;

/** A chosen file: stored at `url`, refused with `error`, or not sent yet. */
export interface UploadedFile {
  file: File;
  url?: string;
  error?: string;
}

interface Props {
  /** How many pictures may be added. */
  room: number;
  /** Called with the stored files of each batch, and on closing with all other files. */
  onUploaded: (files: UploadedFile[]) => void;
  onClose: () => void;
}

/** Uppy's dashboard in a dialog. It closes once everything is stored; failed files stay for a retry. */
export function PhotoUploader({ room, onUploaded, onClose }: Props) {
  const colors = useComputedColorScheme('light');
  const [uppy, setUppy] = useState<PhotoUppy | null>(null);
  /** Ids of the files given to `onUploaded`. */
  const given = useRef(new Set<string>());
  /** The room at the start. Uppy is created once, and counts its own files. */
  const limit = useRef(room);
  const handOverStored = useEffectEvent((created: PhotoUppy) => {
    const stored = takeFiles(created, given.current, true);
    onUploaded(stored);
    return stored.length;
  });
  // Canceling resets Uppy's count of files, and so its limit. Hand over what is stored, and close.
  const cancel = useEffectEvent((created: PhotoUppy) => {
    handOverStored(created);
    onClose();
  });

  useEffect(() => {
    const created = createUppy(limit.current);
    created.on('complete', () => {
      const stored = handOverStored(created);
      if (created.getFiles().some(({ error }) => error)) {
        toast({ ...uploadImagesTexts.notProcessed, kind: 'error' });
      } else if (stored > 0) {
        const { title, message } = uploadImagesTexts.done;
        toast({ title, message: fill(message, { count: String(stored) }), kind: 'success' });
      }
    });
    created.on('dashboard:modal-open', () => {
      // Uppy names only the element around the dialog.
      const dialog = document.querySelector('.uppy-Dashboard-inner');
      dialog?.setAttribute('aria-label', dialogName);
      dialog?.setAttribute('aria-modal', 'true');
    });
    const onCancel = () => cancel(created);
    created.on('cancel-all', onCancel);
    setUppy(created);
    return () => {
      created.off('cancel-all', onCancel);
      created.destroy();
    };
  }, []);

  const close = () => {
    if (uppy) onUploaded(takeFiles(uppy, given.current));
    onClose();
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
          note={`JPEG, PNG, WebP, GIF, AVIF, or HEIC, up to 10 MB each. You can add ${room} more.`}
          locale={{
            strings: {
              dashboardWindowTitle: dialogName,
              closeModal: 'Close',
              dropPasteFiles: 'Drop photos here or %{browseFiles}',
              browseFiles: 'choose files',
              dropHint: 'Drop your photos here',
            },
          }}
        />
      )}
    </>
  );
}

/** Returns the files that were not returned before, in the order they were chosen. */
function takeFiles(uppy: PhotoUppy, given: Set<string>, onlyStored = false): UploadedFile[] {
  return uppy.getFiles().flatMap(({ id, data, response, error }) => {
    const url = error ? undefined : response?.body?.objectPath;
    if (!(data instanceof File) || given.has(id) || (onlyStored && !url)) return [];
    given.add(id);
    return [{ file: data, ...(url && { url }), ...(error && { error }) }];
  });
}

/** Creates an Uppy that accepts only pictures within the product's limits. */
function createUppy(room: number): PhotoUppy {
  const uppy: PhotoUppy = new Uppy<Meta, StoredBody>({
    id: 'photos',
    restrictions: {
      maxNumberOfFiles: room,
      maxFileSize: maxImageBytes,
      allowedFileTypes: imageInputTypes,
    },
    // Runs before Uppy's own checks, whose messages do not always name the file.
    onBeforeFileAdded: ({ data }) => {
      const reason = data instanceof File ? refuseFile(data) : null;
      if (reason) uppy.info(reason, 'error', infoTimeout);
      return reason ? false : undefined;
    },
    locale: {
      strings: {
        youCanOnlyUploadX: { 0: texts.tooManyImages, 1: texts.tooManyImages },
        failedToUpload: "%{file} wasn't uploaded",
      },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
  });
  uppy.on('restriction-failed', (file) => {
    // Only the check of the number of files reports no file.
    if (!file) toast({ title: 'Too many images', message: texts.tooManyImages, kind: 'error' });
  });
  uppy.addUploader(async (ids) => {
    const photos = filterFilesToUpload(uppy.getFilesByIds(ids));
    uppy.emit('upload-start', filterFilesToEmitUploadStarted(photos));
    await Promise.all(photos.map((photo) => uploadPhoto(uppy, photo)));
  });
  return uppy;
}

/** Uploads one of Uppy's files. @uppy/aws-s3 is not used: it does not show the server's reasons. */
async function uploadPhoto(uppy: PhotoUppy, photo: PhotoFile): Promise<void> {
  const aborter = new AbortController();
  const events = new EventManager(uppy);
  events.onFileRemove(photo.id, () => aborter.abort());
  events.onCancelAll(photo.id, () => aborter.abort());
  const onProgress = (sent: number) => {
    const bytesTotal = photo.size ?? 0;
    const bytesUploaded = Math.round(sent * bytesTotal);
    const uploadStarted = photo.progress.uploadStarted ?? Date.now();
    const progress = { uploadStarted, bytesUploaded, bytesTotal };
    uppy.emit('upload-progress', uppy.getFile(photo.id), progress);
  };
  try {
    if (!(photo.data instanceof File)) {
      throw new UploadError('This file is no longer available.', 0);
    }
    const { signal } = aborter;
    const objectPath = await uploadImage(photo.data, { signal, onProgress, retryDelays });
    uppy.emit('upload-success', uppy.getFile(photo.id), { status: 200, body: { objectPath } });
  } catch (error) {
    if (aborter.signal.aborted) return;
    const isSignedOut = error instanceof UploadError && error.data.httpStatus === 401;
    const reason = isSignedOut ? uploadImagesTexts.unauthorized : (error as Error).message;
    uppy.emit('upload-error', uppy.getFile(photo.id), new Error(reason));
    // Uppy's own notice shows the reason only behind a button.
    uppy.info(namedReason(photo.name, reason), 'error', infoTimeout);
  } finally {
    events.remove();
  }
}
