import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ReviewView } from '@marketplace/shared/reviews/schemas';
import { trpc } from '../../api/trpc.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import classes from './Review.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const RateSellerModal = lazyPart(
  async () => (await import('./RateSellerModal.tsx')).RateSellerModal,
);
const DeleteReviewModal = lazyPart(
  async () => (await import('./DeleteReviewModal.tsx')).DeleteReviewModal,
);
const ReportModal = lazyPart(
  async () => (await import('../moderation/ReportModal.tsx')).ReportModal,
);

interface Props {
  review: ReviewView;
  sellerId: string;
  /** Opens the seller's reply to it. */
  onReply: () => void;
}

const quiet: ButtonProps = {
  variant: 'subtle',
  color: 'gray',
  size: 'compact-xs',
  className: classes.action,
};

/** What one can do with a review: its author changes it, the seller replies, others report it. */
export function ReviewActions({ review, sellerId, onReply }: Props) {
  const user = useCurrentUser();
  if (user && user.id === review.reviewer.id) return <OwnActions {...{ review, sellerId }} />;
  return (
    <div className={classes.actions}>
      {user?.id === sellerId && (
        <Button {...quiet} onClick={onReply}>
          {review.reply === null ? 'Reply' : 'Edit reply'}
        </Button>
      )}
      <ReportAction review={review} />
    </div>
  );
}

function OwnActions({ review, sellerId }: Omit<Props, 'onReply'>) {
  return (
    <div className={classes.actions}>
      <DialogButton label="Edit">
        {(dialog) => (
          <RateSellerModal sellerId={sellerId} listingId={review.listingId} {...dialog} />
        )}
      </DialogButton>
      <DialogButton label="Delete">
        {(dialog) => <DeleteReviewModal review={review} {...dialog} />}
      </DialogButton>
    </div>
  );
}

function ReportAction({ review }: { review: ReviewView }) {
  const utils = trpc.useUtils();
  const { id, displayName } = review.reviewer;
  return (
    <DialogButton label="Report" signInTo="Sign in to report a review.">
      {(dialog) => (
        <ReportModal
          target={{ type: 'review', id: review.id }}
          quote={review.comment ?? undefined}
          person={{ id, name: displayName }}
          onBlocked={() => void utils.messaging.invalidate()}
          {...dialog}
        />
      )}
    </DialogButton>
  );
}

interface Dialog {
  opened: boolean;
  onClose: () => void;
}

/** A quiet button with its dialog, whose code is fetched at the first press. */
function DialogButton({
  label,
  signInTo,
  children,
}: {
  label: string;
  /** Why a visitor has to sign in first. */
  signInTo?: string;
  children: (dialog: Dialog) => ReactNode;
}) {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <>
      <Button
        {...quiet}
        onClick={() => {
          if (user || !signInTo) open();
          else openSignIn({ reason: signInTo, onSuccess: open });
        }}
      >
        {label}
      </Button>
      {wanted && children({ opened, onClose: () => setOpened(false) })}
    </>
  );
}
