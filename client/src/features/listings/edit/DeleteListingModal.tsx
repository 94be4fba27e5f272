import { Text } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { deleteListingTexts } from '@marketplace/shared/outcomes/listings';
import { trpc } from '../../../api/trpc.ts';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { toastFailure } from '../../../api/failure.ts';
import { ListingSummary } from '../detail/ListingSummary.tsx';

interface Props {
  listing: ListingView;
  opened: boolean;
  onClose: () => void;
  /** Called after the listings have been fetched again without this one. */
  onDeleted?: () => void;
}

/** The dialog that confirms the deletion of a listing. */
export function DeleteListingModal({ listing, opened, onClose, onDeleted }: Props) {
  const utils = trpc.useUtils();
  const remove = trpc.listings.remove.useMutation({
    async onSuccess() {
      toast({ ...deleteListingTexts.done, kind: 'success' });
      onClose();
      await utils.listings.invalidate();
      onDeleted?.();
    },
    onError: (error) => toastFailure(error, deleteListingTexts.failed),
  });
  return (
    <ConfirmDialog
      title="Delete listing"
      confirm={{ label: 'Delete', busyLabel: 'Deleting...' }}
      isBusy={remove.isPending}
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: listing.id })}
    >
      <ListingSummary listing={listing} />
      <Text>
        This can&apos;t be undone. Your conversations will stay. For 30 days, anyone with the link
        will see the title and that it&apos;s no longer available.
      </Text>
    </ConfirmDialog>
  );
}
