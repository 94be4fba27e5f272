import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outlinesSource } from './outlines-source.ts';

/** Writes the outlines of the region's map anew (`node scripts/region-outlines.ts`). */
const file = join(import.meta.dirname, '../client/src/features/map/region-outlines.ts');
await writeFile(file, await outlinesSource());
