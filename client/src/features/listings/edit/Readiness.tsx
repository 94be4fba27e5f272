import { Anchor } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ListingField, ListingForm } from './listing-form.ts';
import classes from './Readiness.module.css';

interface Props {
  id: string;
  listingForm: ListingForm;
  hasPictures: boolean;
}

const inOrder: ListingField[] = [
  'title',
  'description',
  'price',
  'location',
  'category',
  'condition',
  'details',
];

/** What a new listing still lacks before it can be previewed; each point leads to its field. */
export function Readiness({ id, listingForm, hasPictures }: Props) {
  const { form, mistakes } = listingForm;
  const open = inOrder.filter((field) => mistakes[field] !== undefined);
  const ready = open.length === 0;
  return (
    <section className={classes.box} data-ready={ready || undefined} aria-label="Readiness">
      <output className={classes.state} id={id}>
        {ready ? (
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        ) : (
          <IconCircleDashed size={18} stroke={1.75} aria-hidden />
        )}
        {stateText(open.length)}
      </output>
      {!ready && (
        <ul className={classes.list}>
          {open.map((field) => (
            <li key={field}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => form.getInputNode(field)?.focus()}
              >
                {hintText(field, listingForm)} (click to go to field)
              </Anchor>
            </li>
          ))}
        </ul>
      )}
      {ready && !hasPictures && (
        <p className={classes.tip}>Optional: a photo helps buyers decide.</p>
      )}
    </section>
  );
}

function stateText(open: number): string {
  if (open === 0) return 'Ready to preview';
  return open === 1 ? '1 required field' : `${open} required fields`;
}

/** The field's own message, shortened where that explains the whole region. */
function hintText(field: ListingField, { form, mistakes }: ListingForm): string | undefined {
  const refused = field === 'location' && form.values.location.trim() !== '';
  return refused ? 'Choose a town in the Capital Region' : mistakes[field];
}
