import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { totalText } from '../../../ui/count-text.ts';
import { IconX } from '../../../ui/icons/listing-icons.tsx';
import type { Selection } from '../../../ui/use-selection.ts';
import { type Act, useBulkActs } from './use-bulk-acts.ts';
import classes from './MyListings.module.css';

interface Props {
  listings: OwnListingView[];
  selection: Selection;
  /** Called when nothing is selected any more, so that the focus is not lost. */
  onCleared: () => void;
}

const acts: { act: Act; label: string }[] = [
  { act: 'renew', label: 'Renew' },
  { act: 'end', label: 'End' },
  { act: 'lower', label: 'Lower by 10%' },
];

/** The bar at the bottom of the window with what can be done with all selected listings. */
export function SelectionBar({ listings, selection, onCleared }: Props) {
  const { selected, set } = selection;
  const count = selected.length;
  const select = (ids: string[]) => {
    set(ids);
    if (ids.length === 0) onCleared();
  };
  const { run, isPending } = useBulkActs(select);
  return (
    <>
      <VisuallyHidden component="output">
        {count > 0 && `${totalText({ count })} selected`}
      </VisuallyHidden>
      {count > 0 && (
        <div role="toolbar" aria-label="Selected listings" className={classes.selection}>
          <strong className="numbers">{count} selected</strong>
          <div className={classes.acts}>
            {acts.map(({ act, label }) => (
              <Button
                key={act}
                variant="default"
                size="sm"
                disabled={isPending}
                onClick={() =>
                  run(
                    act,
                    listings.filter(({ id }) => selected.includes(id)),
                  )
                }
              >
                {label}
              </Button>
            ))}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            className={classes.clear}
            aria-label="Clear selection"
            onClick={() => select([])}
          >
            <IconX size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </>
  );
}
