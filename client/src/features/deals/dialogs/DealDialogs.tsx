import type { ConversationView } from '@marketplace/shared/messaging/views';
import type { DealDialog } from '../deal-state.ts';
import { EnterCodeDialog, ShowCodeDialog } from './CodeDialogs.tsx';
import { MeetupDialog } from './MeetupDialog.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import { ReserveDialog } from './ReserveDialog.tsx';
import { type NoShow, ReviewDialog } from './ReviewDialog.tsx';
import { SoldDialog } from './SoldDialog.tsx';
import type { DialogProps } from './StepForm.tsx';

interface Props extends DialogProps {
  dialog: DealDialog;
  conversation: ConversationView;
  name: string;
  noShow: NoShow | null;
}

/** Shows the dialog of a step. */
export function DealDialogs({ dialog, conversation, name, noShow, ...props }: Props) {
  const { id: conversationId, listingId, listingPrice: asking } = conversation;
  const about = { conversationId, listingId, name, ...props };
  const offer = { ...props, about: { conversationId }, name, asking };
  switch (dialog.name) {
    case 'offer':
      return <OfferDialog {...offer} />;
    case 'counter':
      return <OfferDialog {...offer} countered={dialog.offer} />;
    case 'reserve':
      return <ReserveDialog {...props} listingId={listingId} buyer={{ conversationId, name }} />;
    case 'meetup':
      return <MeetupDialog {...about} />;
    case 'show-code':
      return <ShowCodeDialog {...about} />;
    case 'enter-code':
      return <EnterCodeDialog {...about} />;
    case 'sold':
      return <SoldDialog {...about} />;
    case 'review':
      return (
        <ReviewDialog
          {...props}
          dealId={conversationId}
          name={name}
          rating={dialog.rating}
          noShow={noShow}
        />
      );
  }
}
