import { Uppy } from '@uppy/core';
import type { Meta } from '@uppy/core/utils';
import { acceptedImageTypes, maxImageBytes } from '@marketplace/shared/media/constants';
import { texts } from '@marketplace/shared/texts';
import { infoTimeout } from './constants.ts';
import { multipartFrom } from './multipart-from.ts';
import { addStorageUploader, type PhotoUppy, type StoredBody } from './storage-uploader.ts';

interface Options {
  /** How many files there is room for. */
  room: number;
  /** Why a file may not be uploaded, with its name; null when it may. */
  refuseFile: (file: File) => string | null;
  onTooMany: () => void;
}

/** Uppy for pictures alone, within the product's limits, and how to end it. */
export function createUppy({ room, refuseFile, onTooMany }: Options): {
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
