import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReviewView } from '@marketplace/shared/reviews/views';
import { errorMessage, isUnauthorized } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useReviewRefresh } from './use-review-refresh.ts';

interface Props {
  review: ReviewView;
  opened: boolean;
  onClose: () => void;
}

/** Asks before one's own review is deleted. */
export function DeleteReviewModal({ review, opened, onClose }: Props) {
  const refresh = useReviewRefresh();
  const remove = trpc.reviews.remove.useMutation({
    async onSuccess() {
      toast({ title: 'Success', message: 'Your review was deleted.', kind: 'success' });
      onClose();
      await refresh();
    },
    onError(error) {
      if (isUnauthorized(error)) return;
      const message = errorMessage(error, 'Failed to delete the review. Please try again.');
      toast({ title: 'Error', message, kind: 'error' });
    },
  });
  const close = () => {
    if (!remove.isPending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title="Delete Review">
      <Stack gap="md">
        <Text>
          Your stars, your comment{review.reply === null ? '' : ' and the reply to it'} disappear
          for everybody. The seller’s rating no longer counts them.
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={remove.isPending} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red.9"
            disabled={remove.isPending}
            onClick={() => remove.mutate({ reviewId: review.id })}
          >
            {remove.isPending ? 'Deleting...' : 'Delete'}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
