import { Button, Group, Stack, Text } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { deleteListingTexts } from '@marketplace/shared/outcomes/listings';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { toastFailure } from './failure.ts';
import { ListingSummary } from './ListingSummary.tsx';

interface Props {
  listing: ListingView;
  opened: boolean;
  onClose: () => void;
}

/** Asks before a listing is deleted (specification section 4, Delete flow). */
export function DeleteListingModal({ listing, opened, onClose }: Props) {
  const utils = trpc.useUtils();
  const remove = trpc.listings.remove.useMutation({
    async onSuccess() {
      toast({ ...deleteListingTexts.done, kind: 'success' });
      onClose();
      await utils.listings.invalidate();
    },
    onError: (error) => toastFailure(error, deleteListingTexts.failed),
  });
  const close = () => {
    if (!remove.isPending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Delete Listing">
      <Stack gap="md">
        <ListingSummary listing={listing} />
        <Text>
          It disappears for everybody and cannot be brought back. Your conversations stay.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={remove.isPending} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red.9"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ id: listing.id })}
          >
            {remove.isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
