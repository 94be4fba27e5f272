import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createFileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

/** S3 where it is configured, else files under DATA_DIR. */
export function createObjectStore(config: Pick<Config, 's3' | 'dataDir'>): ObjectStore {
  return config.s3 ? createS3Store(config.s3) : createFileStore(join(config.dataDir, 'objects'));
}
