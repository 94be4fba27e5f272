import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientSource } from './client-source.ts';

/** Writes docs/api-client.ts from the document of a running server (`node scripts/api-client.ts [address]`). */
const [address = 'http://localhost:3000'] = process.argv.slice(2);
const answer = await fetch(new URL('/api/openapi.json', address));
if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}.`);
const file = join(import.meta.dirname, '../docs/api-client.ts');
await writeFile(file, await clientSource(await answer.json()));
