import { Button, Text } from '@mantine/core';
import type { DraftContent } from '@marketplace/shared/listings/drafts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { savedText } from '../../../ui/time/time-text.ts';
import type { DraftSync } from './use-draft-sync.ts';

const labels: Record<keyof DraftContent, string> = {
  kind: 'kind of listing',
  title: 'title',
  description: 'description',
  price: 'price',
  location: 'location',
  category: 'category',
  condition: 'condition',
  details: 'details',
  isFeatured: 'featured mark',
  isFirmPrice: 'firm price',
  images: 'photos',
};

const listed = new Intl.ListFormat('en-US');

/** Asks which draft to keep: the one in the form, or a newer one from another device. */
export function DraftConflict({ draft, opened }: { draft: DraftSync; opened: boolean }) {
  const { other, changes } = draft;
  return (
    <Dialog
      opened={opened}
      onClose={() => undefined}
      // Saving waits for this decision.
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Changed on another device"
    >
      {other && (
        <Text>
          This draft was saved on another device {savedText(other.updatedAt)}. The one here has a
          different {listed.format(changes.map((field) => labels[field]))}. Which one do you want to
          keep?
        </Text>
      )}
      <div className="dialog-actions" style={{ marginTop: 24 }}>
        <Button variant="default" onClick={() => other && draft.adopt(other)}>
          Use the other
        </Button>
        <Button data-autofocus onClick={() => void draft.keep()}>
          Keep this one
        </Button>
      </div>
    </Dialog>
  );
}
