import type { Body, Meta, UppyFile } from '@uppy/core/utils';
import type { Uppy } from '@uppy/core';
import { filterFilesToEmitUploadStarted, filterFilesToUpload, TaskQueue } from '@uppy/core/utils';
import { concurrency, infoTimeout, progressThrottle } from './constants.ts';
import {
  abandonUpload,
  type BegunUpload,
  registerImage,
  storeInParts,
  storeWhole,
} from './store-file.ts';
import { namedReason, UploadError } from './upload-error.ts';

/** The path of the picture that a file became, as its upload's answer has it. */
export interface StoredBody extends Body {
  objectPath: string;
}

export type PhotoUppy = Uppy<Meta, StoredBody>;
type PhotoFile = UppyFile<Meta, StoredBody>;

/**
 * Lets Uppy send its files to the object store, in one request or in parts from `multipartFrom` bytes
 * on, and registers each as a picture. Not @uppy/aws-s3: that retries in its own way and hides the
 * server's reason. Returns a function that aborts unfinished uploads.
 */
export function addStorageUploader(uppy: PhotoUppy, multipartFrom: number): () => void {
  const queue = new TaskQueue({ concurrency });
  const begun = new Map<string, BegunUpload>();
  const abandon = (id: string) => {
    const upload = begun.get(id);
    begun.delete(id);
    if (upload) void abandonUpload(upload);
  };

  const store = async (photo: PhotoFile, signal: AbortSignal): Promise<string> => {
    const file = asFile(photo);
    const onProgress = throttled((bytesUploaded: number) =>
      uppy.emit('upload-progress', uppy.getFile(photo.id), {
        uploadStarted: photo.progress.uploadStarted ?? Date.now(),
        bytesUploaded,
        bytesTotal: file.size,
      }),
    );
    const storing = { file, signal, queue, onProgress };
    const address =
      file.size >= multipartFrom
        ? await storeInParts(storing, begun.get(photo.id), (upload) => begun.set(photo.id, upload))
        : await storeWhole(storing);
    // From here on a new try has to send it again: the store gives each upload out once.
    begun.delete(photo.id);
    return registerImage(address, signal);
  };

  const upload = async (photo: PhotoFile): Promise<void> => {
    const aborter = new AbortController();
    const stopAll = () => aborter.abort();
    const stop = ({ id }: PhotoFile) => id === photo.id && aborter.abort();
    uppy.on('file-removed', stop);
    uppy.on('cancel-all', stopAll);
    try {
      const objectPath = await store(photo, aborter.signal);
      uppy.emit('upload-success', uppy.getFile(photo.id), { status: 200, body: { objectPath } });
    } catch (error) {
      if (aborter.signal.aborted) {
        abandon(photo.id);
        return;
      }
      // What the server knows no more cannot be gone on with.
      if (error instanceof UploadError && error.data.httpStatus === 404) begun.delete(photo.id);
      const reason = asError(error);
      uppy.emit('upload-error', uppy.getFile(photo.id), reason);
      // Uppy itself shows the reason only to who asks for it.
      uppy.info(namedReason(photo.name, reason.message), 'error', infoTimeout);
    } finally {
      uppy.off('file-removed', stop);
      uppy.off('cancel-all', stopAll);
    }
  };

  uppy.addUploader(async (ids) => {
    const photos = filterFilesToUpload(uppy.getFilesByIds(ids));
    uppy.emit('upload-start', filterFilesToEmitUploadStarted(photos));
    await Promise.all(photos.map(upload));
  });
  return () => {
    for (const id of begun.keys()) abandon(id);
  };
}

function asFile({ data, name, type }: PhotoFile): File {
  if (data instanceof File) return data;
  if (data instanceof Blob) return new File([data], name, { type });
  throw new UploadError('The file is no longer there.', 0);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Calls at most once in a while, and forgets what comes in between. */
function throttled(call: (value: number) => void): (value: number) => void {
  let last = -Infinity;
  return (value) => {
    const now = performance.now();
    if (now - last < progressThrottle) return;
    last = now;
    call(value);
  };
}
