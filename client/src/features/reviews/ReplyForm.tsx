import { Button, Group, Stack } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { errorMessage, isUnauthorized } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { useReviewRefresh } from './use-review-refresh.ts';
import { isTooLong, WordsField } from './WordsField.tsx';

/** The seller answers a review in public, or changes what they answered. */
export function ReplyForm({ review, onDone }: { review: ReviewView; onDone: () => void }) {
  const [text, setText] = useState(review.reply ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  // Asked for by a button that is gone now.
  useEffect(() => field.current?.focus(), []);
  const refresh = useReviewRefresh();
  const reply = trpc.reviews.reply.useMutation({
    async onSuccess() {
      await refresh();
      onDone();
    },
    onError(error) {
      if (isUnauthorized(error)) return;
      const message = errorMessage(error, 'Failed to post your reply. Please try again.');
      toast({ title: 'Error', message, kind: 'error' });
    },
  });
  const isReady = text.trim() !== '' && !isTooLong(text) && !reply.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) reply.mutate({ reviewId: review.id, reply: text });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <WordsField
          label="Your reply"
          placeholder="Everybody can read it."
          minRows={2}
          value={text}
          onChange={setText}
          readOnly={reply.isPending}
          ref={field}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" size="xs" onClick={onDone} disabled={reply.isPending}>
            Cancel
          </Button>
          <Button type="submit" size="xs" disabled={!isReady}>
            {replyLabel(reply.isPending, review.reply !== null)}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function replyLabel(isBusy: boolean, isUpdate: boolean): string {
  if (isBusy) return 'Posting...';
  return isUpdate ? 'Update Reply' : 'Post Reply';
}
