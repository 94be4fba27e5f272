import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { formatPrice } from '@marketplace/shared/money';
import { useDeal } from '../DealProvider.tsx';
import { StepButton } from '../StepButton.tsx';
import { untilText } from '../times.ts';
import type { StepMessage } from './StepLine.tsx';
import classes from './timeline.module.css';

type Offer = EntryOf<'offer'>['data'];

/** The card of an offer. While the offer is open, it can be answered or withdrawn here. */
export function OfferCard({ message }: { message: StepMessage & EntryOf<'offer'> }) {
  const { conversation, deal, viewer } = useDeal();
  const isMine = message.senderId === viewer.me;
  const { offerId, amount, note, expiresAt } = message.data;
  const at = deal?.offers.findIndex(({ id }) => id === offerId) ?? -1;
  const status = deal?.offers[at]?.status;
  const isCounter = deal?.offers[at - 1]?.status === 'countered';
  const title = isCounter ? 'counteroffer' : 'offer';
  return (
    <div className={classes.card}>
      <p className={classes.head}>
        <span>{isMine ? `Your ${title}` : `${viewer.name}'s ${title}`}</span>
        {status && status !== 'open' && (
          <span className={classes.state} data-good={status === 'accepted' || undefined}>
            {states[status]}
          </span>
        )}
      </p>
      <p className={`${classes.amount} numbers`}>
        {formatPrice(amount)}
        <span className={classes.asking}>asking {formatPrice(conversation.listingPrice)}</span>
      </p>
      {note && (
        <p dir="auto" className={classes.note}>
          {note}
        </p>
      )}
      {status === 'open' && (
        <>
          <p className={classes.quiet}>Expires {untilText(expiresAt, viewer.now)}</p>
          <Answers offer={message.data} isMine={isMine} />
        </>
      )}
    </div>
  );
}

const states = {
  accepted: 'Accepted',
  declined: 'Declined',
  countered: 'Countered',
  withdrawn: 'Withdrawn',
  lapsed: 'Expired',
  closed: 'Closed',
};

function Answers({ offer, isMine }: { offer: Offer; isMine: boolean }) {
  const { offerId: id, amount } = offer;
  if (isMine) {
    return (
      <div className={classes.actions}>
        <StepButton
          step={{ label: 'Withdraw', action: 'withdraw', id }}
          variant="default"
          size="xs"
        />
      </div>
    );
  }
  const counter = { name: 'counter', offer: { id, amount } } as const;
  return (
    <div className={classes.actions}>
      <StepButton step={{ label: 'Accept', action: 'accept', id }} size="xs" />
      <StepButton step={{ label: 'Counter', dialog: counter }} variant="default" size="xs" />
      <StepButton step={{ label: 'Decline', action: 'decline', id }} variant="subtle" size="xs" />
    </div>
  );
}
