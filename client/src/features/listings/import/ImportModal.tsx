import '@mantine/core/styles/Progress.layer.css';
import { Alert, Button, FileButton, Progress, Stack, Text, Title } from '@mantine/core';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ImportedRow } from '@marketplace/shared/listings/bulk';
import { totalText } from '../../../ui/count-text.ts';
import { Dialog, steppedDialog } from '../../../ui/Dialog.tsx';
import { IconArrowUp, IconDownload } from '../../../ui/icons/page-icons.tsx';
import { ImportRows } from './ImportRows.tsx';
import { useImport } from './use-import.ts';
import classes from './Import.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };

type Import = ReturnType<typeof useImport>;

/** The dialog that downloads the user's listings as a file, and imports such a file. */
export function ImportModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const running = useImport();
  const { file, busy, reset } = running;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      // An import goes on behind a closed dialog, which shows its result when it opens again.
      onExitTransitionEnd={busy === 'import' ? undefined : reset}
      title="Import and export"
      size={760}
      {...steppedDialog}
    >
      {file ? <FileStep {...running} onClose={onClose} /> : <ChooseStep {...running} />}
    </Dialog>
  );
}

function ChooseStep({ choose, busy, error }: Import) {
  const [over, setOver] = useState(false);
  const resetInput = useRef<() => void>(null);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.type === 'dragover');
    const [dropped] = event.type === 'drop' ? event.dataTransfer.files : [];
    if (dropped) void choose(dropped);
  };
  return (
    <Stack gap="lg">
      <section>
        <Title order={3} fz="md">
          Export
        </Title>
        <Text c="dimmed" mb="sm">
          Download all your listings as a CSV file, which any spreadsheet opens. Photos aren&apos;t
          included.
        </Text>
        <Button
          component="a"
          href="/api/listings/export.csv"
          download
          variant="default"
          leftSection={<IconDownload {...icon} />}
        >
          Download CSV
        </Button>
      </section>
      <section>
        <Title order={3} fz="md">
          Import
        </Title>
        <Text c="dimmed" mb="sm">
          Edit the export, or make a file with the columns title, price, and location. Rows with an
          id change that listing, and all others are posted as new ones. You&apos;ll see a preview
          before anything is stored.
        </Text>
        <div
          className={classes.drop}
          data-over={over || undefined}
          onDragOver={drag}
          onDragLeave={drag}
          onDrop={drag}
        >
          <FileButton
            accept=".csv,.tsv,.txt,text/csv"
            resetRef={resetInput}
            onChange={(chosen) => {
              if (chosen) void choose(chosen);
              // Allows a corrected file to be chosen again.
              resetInput.current?.();
            }}
          >
            {(props) => (
              <Button
                {...props}
                loading={busy === 'preview'}
                leftSection={<IconArrowUp {...icon} />}
              >
                Choose a CSV file
              </Button>
            )}
          </FileButton>
          <Text size="xs" c="dimmed">
            or drop one here. Up to 500 rows and 2 MB.
          </Text>
        </div>
      </section>
      {error && <Failure text={error} />}
    </Stack>
  );
}

/** The preview of a chosen file, its progress, and its result. */
function FileStep({ file, done, busy, error, start, reset, onClose }: Import & CloseProps) {
  const isDone = file !== undefined && file.preview.rows > 0 && done.length === file.preview.rows;
  if (!file) return null;
  const { preview, name } = file;
  const { rows, encoding } = preview;
  const shown = preview.results.map((row, index) => done[index] ?? row);
  const toSave = preview.results.filter(
    (row) => row.outcome === 'new' || row.outcome === 'changed',
  );
  const count = totalText({ count: toSave.length });
  return (
    <Stack gap="md">
      <div>
        <Summary key={String(isDone)}>{isDone ? resultText(done) : <bdi>{name}</bdi>}</Summary>
        {!isDone && (
          <Text c="dimmed" size="xs">
            {encoding.startsWith('windows')
              ? "This file isn't in UTF-8. Check the accented letters before you import it."
              : 'Nothing is stored yet.'}
          </Text>
        )}
      </div>
      <ImportRows rows={shown} />
      <Stack gap="sm" className={classes.foot}>
        {error && <Failure text={error} />}
        {busy === 'import' && (
          <div>
            <Text component="output" size="xs" c="dimmed" className="numbers">
              Importing row {Math.min(done.length + 1, rows)} of {rows}
            </Text>
            <Progress value={(100 * done.length) / rows} mt={4} aria-label="Import" />
          </div>
        )}
        <div className="dialog-actions">
          {isDone ? (
            <Button onClick={onClose}>Done</Button>
          ) : (
            <>
              <Button variant="default" disabled={busy === 'import'} onClick={reset}>
                Choose another file
              </Button>
              <Button
                disabled={toSave.length === 0}
                loading={busy === 'import'}
                onClick={() => void start()}
              >
                {toSave.length === 0 && 'Nothing to import'}
                {toSave.length > 0 && (done.length > 0 ? 'Continue' : `Import ${count}`)}
              </Button>
            </>
          )}
        </div>
      </Stack>
    </Stack>
  );
}

/** A heading that takes the focus, because the button that led to it is gone. */
function Summary({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h3 className={classes.summary} ref={heading} tabIndex={-1}>
      {children}
    </h3>
  );
}

interface CloseProps {
  onClose: () => void;
}

function Failure({ text }: { text: string }) {
  return (
    <Alert color="red" role="alert">
      {text}
    </Alert>
  );
}

/** Returns '3 posted, 1 changed, 2 not imported'. */
function resultText(rows: ImportedRow[]): string {
  const counted = (outcome: ImportedRow['outcome'], label: string) => {
    const { length } = rows.filter((row) => row.outcome === outcome);
    return length > 0 ? [`${length} ${label}`] : [];
  };
  const texts = [
    ...counted('new', 'posted'),
    ...counted('changed', 'changed'),
    ...counted('unchanged', 'unchanged'),
    ...counted('refused', 'not imported'),
  ];
  return texts.join(', ');
}
