import { Box, Button, type ButtonProps, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ownReviewTexts } from '@marketplace/shared/outcomes/reviews';
import { isolated } from '@marketplace/shared/direction';
import { isVisible } from '@marketplace/shared/plain-text';
import { maxRating } from '@marketplace/shared/reviews/constants';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { IconStarFilled } from '../../ui/icons/icons.tsx';
import { IconCircleCheck } from '../../ui/icons/listing-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ReportButton } from '../moderation/ReportButton.tsx';
import classes from './reviews.module.css';
import { isTooLong, reviewDay, ReviewTextField, useReviewRefresh } from './review-parts.tsx';

const RateSellerModal = lazyPart(
  async () => (await import('./RateSellerModal.tsx')).RateSellerModal,
);
const DeleteReviewModal = lazyPart(
  async () => (await import('./RateSellerModal.tsx')).DeleteReviewModal,
);

/** A review: its stars, author, date and comment, the reply, and its actions. */
export function Review({ review, sellerId }: { review: ReviewView; sellerId: string }) {
  const [replying, setReplying] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const endReply = () => {
    setReplying(false);
    // The form that had the focus is gone.
    item.current?.focus();
  };
  const { reviewer, createdAt, editedAt } = review;
  const { displayName } = reviewer;
  return (
    <li className={classes.review} ref={item} tabIndex={-1}>
      <Group gap="0.5rem 0.75rem">
        <UserAvatar user={{ ...reviewer, username: displayName }} size={40} />
        <Box flex={1} miw="10rem">
          <Text fw={600} dir="auto" ta="left">
            {displayName}
          </Text>
          <Group component="p" gap="0.25rem 0.5rem" m={0} fz="xs" c="dimmed">
            <Stars rating={review.rating} />
            <time dateTime={createdAt}>{reviewDay(createdAt)}</time>
            {editedAt && <span title={`Edited on ${reviewDay(editedAt)}`}>(edited)</span>}
          </Group>
        </Box>
        <Mark review={review} />
      </Group>
      {review.comment && (
        <Text dir="auto" className={classes.comment}>
          {review.comment}
        </Text>
      )}
      {replying ? (
        <ReplyForm review={review} onDone={endReply} />
      ) : (
        <>
          <Reply review={review} />
          <ReviewActions review={review} sellerId={sellerId} onReply={() => setReplying(true)} />
        </>
      )}
    </li>
  );
}

function Mark({ review: { verifiedHandover, verifiedContact } }: { review: ReviewView }) {
  const [text, why] = verifiedHandover
    ? ['Verified hand-over', 'They met and confirmed the hand-over with a code.']
    : verifiedContact
      ? ['Verified contact', 'They messaged each other about this listing.']
      : ['No verified contact', "They haven't both messaged about this listing."];
  const color = verifiedHandover ? 'var(--mantine-color-anchor)' : 'dimmed';
  return (
    <Group
      component="p"
      gap="0.25rem"
      m={0}
      fz="xs"
      fw={verifiedHandover ? 600 : undefined}
      c={color}
      title={why}
    >
      {(verifiedHandover || verifiedContact) && (
        <IconCircleCheck size={16} stroke={1.75} aria-hidden />
      )}
      {text}
    </Group>
  );
}

function Reply({ review: { reply, repliedAt, about } }: { review: ReviewView }) {
  if (!reply) return null;
  return (
    <Box py="0.25rem" pl="0.75rem" style={{ borderLeft: '3px solid var(--line)' }}>
      <Group component="p" gap="0.25rem 0.5rem" m={0} fz="xs" c="dimmed">
        <Text span fw={600} c="var(--mantine-color-text)">
          Reply from the {about}
        </Text>
        {repliedAt && <time dateTime={repliedAt}>{reviewDay(repliedAt)}</time>}
      </Group>
      <Text dir="auto" className={classes.comment}>
        {reply}
      </Text>
    </Box>
  );
}

const quiet: ButtonProps = {
  variant: 'subtle',
  color: 'gray',
  size: 'compact-xs',
  c: 'dimmed',
  fz: 'xs',
  fw: 600,
};

interface ActionsProps {
  review: ReviewView;
  sellerId: string;
  /** Opens the form for the seller's reply. */
  onReply: () => void;
}

/** The actions for a review: its author edits it, the seller replies, others report it. */
function ReviewActions({ review, sellerId, onReply }: ActionsProps) {
  const user = useCurrentUser();
  const { id, displayName } = review.reviewer;
  // The negative margin equals the buttons' padding and aligns their labels with the text above.
  return (
    <Group gap={0} mx="-0.5rem">
      {user && user.id === id ? (
        <OwnActions review={review} sellerId={sellerId} />
      ) : (
        <>
          {user?.id === sellerId && (
            <Button {...quiet} onClick={onReply}>
              {review.reply === null ? 'Reply' : 'Edit reply'}
            </Button>
          )}
          <ReportButton
            targetType="review"
            targetId={review.id}
            quote={review.comment ?? undefined}
            person={{ id, name: isolated(displayName) }}
            leftSection={null}
            {...quiet}
          >
            Report
          </ReportButton>
        </>
      )}
    </Group>
  );
}

function OwnActions({ review, sellerId }: Omit<ActionsProps, 'onReply'>) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {review.about === 'seller' && (
        <Button {...quiet} onClick={() => setDialog('edit')}>
          Edit
        </Button>
      )}
      <Button {...quiet} onClick={() => setDialog('delete')}>
        Delete
      </Button>
      <RateSellerModal
        sellerId={sellerId}
        listingId={review.listingId}
        opened={dialog === 'edit'}
        onClose={close}
      />
      <DeleteReviewModal review={review} opened={dialog === 'delete'} onClose={close} />
    </>
  );
}

function ReplyForm({ review, onDone }: { review: ReviewView; onDone: () => void }) {
  const [text, setText] = useState(review.reply ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  // The button that opened the form is gone.
  useEffect(() => field.current?.focus(), []);
  const refresh = useReviewRefresh();
  const reply = trpc.reviews.reply.useMutation({
    async onSuccess() {
      await refresh();
      onDone();
    },
    onError: (error) =>
      toastFailure(error, { message: "We couldn't post your reply. Please try again." }),
  });
  const isReady = isVisible(text) && !isTooLong(text) && !reply.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) reply.mutate({ reviewId: review.id, reply: text });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <ReviewTextField
          label="Your reply"
          placeholder="Visible to everyone"
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
            {reply.isPending ? 'Posting...' : review.reply === null ? 'Post reply' : 'Update reply'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Stars for a `rating` from 1 to 5, where a fraction shows as part of a star. `size` is in px. */
export function Stars({ rating, size = 16 }: { rating: number; size?: number }) {
  const row = Array.from({ length: maxRating }, (_, at) => (
    <IconStarFilled key={at} size={size} style={{ flex: 'none' }} aria-hidden />
  ));
  return (
    <span className={classes.stars}>
      <VisuallyHidden>{rating} of 5 stars</VisuallyHidden>
      {row}
      <span className={classes.filled} style={{ width: `${(rating / maxRating) * 100}%` }}>
        {row}
      </span>
    </span>
  );
}

/** The button that opens the rating dialog, for signed-in users other than the seller. */
export function RateSellerButton(about: Record<'sellerId' | 'sellerName' | 'listingId', string>) {
  const { data: own } = trpc.reviews.mine.useQuery({ listingId: about.listingId });
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setOpened(true)}>
        {own ? 'Edit your rating' : 'Rate Seller'}
      </Button>
      {own && own.state !== 'public' && (
        <Text size="sm" c="dimmed" ta="center" mt={6}>
          {ownReviewTexts[own.state]}
        </Text>
      )}
      <RateSellerModal {...about} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
