import { useDeal } from '../deal-context.ts';
import type { DealDialog } from '../deal-state.ts';
import { EnterCodeDialog, ShowCodeDialog } from './CodeDialogs.tsx';
import { MeetupDialog } from './MeetupDialog.tsx';
import { OfferDialog } from './OfferDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';
import { ReserveDialog, SoldDialog } from './SellerDialogs.tsx';
import type { DialogProps } from './StepForm.tsx';

/** Shows the dialog of a step. */
export function DealDialogs({ dialog, ...props }: DialogProps & { dialog: DealDialog }) {
  const { conversation, viewer } = useDeal();
  const { id: conversationId, listingId, listingPrice: asking } = conversation;
  const { name } = viewer;
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
      return <ReviewDialog {...props} rating={dialog.rating} />;
  }
}
