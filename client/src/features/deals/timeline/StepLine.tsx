import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TimelineEntry } from '@marketplace/shared/messaging/timeline';
import { IconCheck, IconInfoCircle, IconX } from '../../../ui/icons/listing-icons.tsx';
import {
  IconCalendar,
  IconClock,
  IconHeartHandshake,
  IconTag,
} from '../../../ui/icons/page-icons.tsx';
import { clockText, fullTimeText } from '../../../ui/time/time-text.ts';
import { useDeal } from '../deal-context.ts';
import { stepText } from './step-text.ts';

/** Shows a step of the deal as a quiet line with its time. */
export function StepLine({ message }: { message: StepMessage }) {
  const { viewer } = useDeal();
  const isMine = message.senderId === viewer.me;
  return (
    <Text
      className="numbers"
      size="xs"
      c="dimmed"
      ta="center"
      p="4px 12px"
      textWrap="balance"
      style={{ overflowWrap: 'anywhere' }}
      title={fullTimeText(message.createdAt)}
    >
      {iconOf(message)}
      {stepText(message, { ...viewer, isMine })}
      {' · '}
      <time dateTime={message.createdAt} style={{ whiteSpace: 'nowrap' }}>
        {clockText(message.createdAt)}
      </time>
    </Text>
  );
}

export type StepMessage = TimelineEntry & { senderId: string; createdAt: string };

const style = { marginRight: 6, verticalAlign: -2 };
const icon = { size: 14, stroke: 1.75, style, 'aria-hidden': true };

function iconOf({ kind, data }: TimelineEntry): ReactNode {
  const status = data && 'status' in data ? data.status : undefined;
  if (status === 'accepted' || status === 'confirmed') return <IconCheck {...icon} />;
  if (status === 'declined' || status === 'canceled' || status === 'withdrawn') {
    return <IconX {...icon} />;
  }
  if (kind === 'offer') return <IconTag {...icon} />;
  if (kind === 'meetup') return <IconCalendar {...icon} />;
  if (kind === 'handover') return <IconHeartHandshake {...icon} />;
  const isTime = kind === 'reservation' || kind === 'line';
  return isTime ? <IconClock {...icon} /> : <IconInfoCircle {...icon} />;
}
