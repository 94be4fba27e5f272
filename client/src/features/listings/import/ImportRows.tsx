import { Group, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { ImportedRow } from '@marketplace/shared/listings/bulk';
import { formatPrice } from '@marketplace/shared/money';
import { readPrice } from '@marketplace/shared/typed-price';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './Import.module.css';

const labels = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'No change',
  refused: "Can't import",
} as const;
const outcomes = Object.keys(labels) as (keyof typeof labels)[];

/** The rows of a file with what happens to each, and chips that show one kind only. */
export function ImportRows({ rows }: { rows: ImportedRow[] }) {
  const [chosen, setChosen] = useState<keyof typeof labels>();
  const rowsOf = (outcome: keyof typeof labels) => rows.filter((row) => row.outcome === outcome);
  // A kind may be gone after the import.
  const only = chosen && rowsOf(chosen).length > 0 ? chosen : undefined;
  const shown = only ? rowsOf(only) : rows;
  return (
    <>
      <Group component="fieldset" gap="xs">
        <VisuallyHidden component="legend">Rows</VisuallyHidden>
        {[undefined, ...outcomes.filter((outcome) => rowsOf(outcome).length > 0)].map((outcome) => (
          <PlainButton
            key={outcome ?? 'all'}
            className="chip"
            aria-pressed={outcome === only}
            onClick={() => setChosen(outcome)}
          >
            {outcome ? labels[outcome] : 'All rows'}{' '}
            <span className="numbers">{(outcome ? rowsOf(outcome) : rows).length}</span>
          </PlainButton>
        ))}
      </Group>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Title</th>
            <th scope="col">Price</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        {shown.map((row) => (
          <Row key={row.line} row={row} />
        ))}
      </table>
    </>
  );
}

function Row({ row: { line, title, price, outcome, message, issues } }: { row: ImportedRow }) {
  const read = readPrice(price).price;
  const problems = issues?.map((issue) => issue.message) ?? [message];
  return (
    <tbody>
      <tr>
        <td className={classes.quiet} rowSpan={outcome === 'refused' ? 2 : 1}>
          {line}
        </td>
        <td dir="auto" className={classes.title}>
          {title || <span className={classes.quiet}>No title</span>}
        </td>
        <td className={classes.price}>{read === null ? price : formatPrice(read)}</td>
        <td className={classes.outcome} data-outcome={outcome}>
          {labels[outcome]}
        </td>
      </tr>
      {outcome === 'refused' && (
        <tr>
          <td colSpan={3}>
            <ul className={`${classes.problems} plain`}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </tbody>
  );
}
