import { useState } from 'react';
import type { ImportedRow, ImportView } from '@marketplace/shared/listings/bulk';
import { maxImportBytes } from '@marketplace/shared/listings/constants';
import { handleUnauthorized } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';

/** How many rows one call imports. The progress moves on after each. */
const rowsPerCall = 25;

/** A message for the user about a file that could not be sent or was refused. */
class ImportError extends Error {}

interface ImportState {
  /** The chosen file, and what importing it would do. */
  file?: { name: string; bytes: ArrayBuffer; preview: ImportView };
  /** The rows imported so far. */
  done: ImportedRow[];
  busy?: 'preview' | 'import' | undefined;
  error?: string | undefined;
}

/** Previews a CSV file, and then imports it. An interrupted import can go on where it stopped. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ done: [] });
  const { listings } = trpc.useUtils();
  const change = (changes: Partial<ImportState>) => setState((now) => ({ ...now, ...changes }));

  async function attempt(busy: ImportState['busy'], act: () => Promise<void>) {
    change({ busy, error: undefined });
    try {
      await act();
      change({ busy: undefined });
    } catch (error) {
      const message = "We couldn't reach the server. Check your connection and try again.";
      change({ busy: undefined, error: error instanceof ImportError ? error.message : message });
    }
  }

  const choose = (chosen: File) =>
    attempt('preview', async () => {
      const { name } = chosen;
      if (chosen.size > maxImportBytes) throw new ImportError(`${name} is larger than 2 MB.`);
      const bytes = await chosen.arrayBuffer();
      setState({ file: { name, bytes, preview: await send(bytes, 'dryRun=1') }, done: [] });
    });

  const start = () =>
    attempt('import', async () => {
      const { file, done } = state;
      if (!file) return;
      const imported = [...done];
      try {
        while (imported.length < file.preview.rows) {
          const range = `from=${imported.length + 1}&limit=${rowsPerCall}`;
          imported.push(...(await send(file.bytes, range)).results);
          change({ done: [...imported] });
        }
      } finally {
        void listings.invalidate();
      }
    });

  return { ...state, choose, start, reset: () => setState({ done: [] }) };
}

async function send(body: ArrayBuffer, query: string): Promise<ImportView> {
  const headers = { 'content-type': 'text/csv' };
  const init = { method: 'POST', headers, body };
  const answer = await fetch(`/api/listings/import?${query}`, init);
  if (answer.ok) return (await answer.json()) as ImportView;
  if (answer.status === 401) handleUnauthorized();
  const { message } = (await answer.json()) as { message: string };
  throw new ImportError(message);
}
