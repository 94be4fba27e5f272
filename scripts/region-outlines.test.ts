import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outlinesSource } from './region-outlines.ts';

it('the outlines in the client are up to date', async () => {
  const file = join(import.meta.dirname, '../client/src/features/map/region-outlines.ts');
  const isCurrent = (await readFile(file, 'utf8')) === (await outlinesSource());
  expect(isCurrent, 'Run `node scripts/region-outlines.ts`.').toBe(true);
});
