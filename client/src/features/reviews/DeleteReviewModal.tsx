import { Text } from '@mantine/core';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { errorMessage, isUnauthorized } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
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
  return (
    <ConfirmDialog
      title="Delete Review"
      confirm={{ label: 'Delete', busyLabel: 'Deleting...' }}
      isBusy={remove.isPending}
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate({ reviewId: review.id })}
    >
      <Text>
        {review.reply === null
          ? 'Your stars and your comment'
          : 'Your stars, your comment and the reply to it'}{' '}
        disappear for everybody. The seller’s rating no longer counts them.
      </Text>
    </ConfirmDialog>
  );
}
