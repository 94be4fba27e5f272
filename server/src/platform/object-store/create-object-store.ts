import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createFileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/** S3 where it is configured, else files under DATA_DIR. */
export function createObjectStore({
  s3,
  dataDir,
  minFreeDiskBytes: minFreeBytes = 0,
}: Pick<Config, 's3' | 'dataDir'> & Partial<Pick<Config, 'minFreeDiskBytes'>>): ObjectStore {
  return s3 ? createS3Store(s3) : createFileStore(join(dataDir, 'objects'), { minFreeBytes });
}
