import { Group, Text } from '@mantine/core';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { formatPrice } from '@marketplace/shared/money';
import { useDeal } from '../deal-context.ts';
import type { DealDialog } from '../deal-state.ts';
import { type CardStep, StepButtons } from '../StepButton.tsx';
import { untilText } from '../times.ts';
import { StepCard, Written } from './StepCard.tsx';
import type { StepMessage } from './StepLine.tsx';

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
    <StepCard
      title={isMine ? `Your ${title}` : `${viewer.name}'s ${title}`}
      state={status && states[status]}
      isGood={status === 'accepted'}
    >
      <Group component="p" className="numbers" wrap="nowrap" align="baseline" {...large}>
        {formatPrice(amount)}
        <Text span inherit c="dimmed" fz="xs" fw={400}>
          asking {formatPrice(conversation.listingPrice)}
        </Text>
      </Group>
      {note && <Written text={note} />}
      {status === 'open' && (
        <>
          <Text size="xs" c="dimmed">
            Expires {untilText(expiresAt, viewer.now)}
          </Text>
          <StepButtons steps={answersTo(message.data, isMine)} />
        </>
      )}
    </StepCard>
  );
}

const large = { m: 0, gap: 8, fz: '1.625rem', fw: 700, lh: 1.3 };

const states = {
  open: '',
  accepted: 'Accepted',
  declined: 'Declined',
  countered: 'Countered',
  withdrawn: 'Withdrawn',
  lapsed: 'Expired',
  closed: 'Closed',
};

function answersTo(offer: EntryOf<'offer'>['data'], isMine: boolean): CardStep[] {
  const { offerId: id, amount } = offer;
  if (isMine) return [{ label: 'Withdraw', action: 'withdraw', id, variant: 'default' }];
  const counter: DealDialog = { name: 'counter', offer: { id, amount } };
  return [
    { label: 'Accept', action: 'accept', id },
    { label: 'Counter', dialog: counter, variant: 'default' },
    { label: 'Decline', action: 'decline', id, variant: 'subtle' },
  ];
}
