import { Anchor, Group, Text } from '@mantine/core';
import { googleCalendarUrl, meetupCalendarPath } from '@marketplace/shared/deals/calendar-link';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { isolated } from '@marketplace/shared/direction';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { useDeal } from '../deal-context.ts';
import { type CardStep, StepButtons } from '../StepButton.tsx';
import { momentText } from '../times.ts';
import { mainLine, StepCard, Written } from './StepCard.tsx';
import type { StepMessage } from './StepLine.tsx';

/** The card of a suggested or agreed meetup. Only the current one has buttons. */
export function MeetupCard({ message }: { message: StepMessage & EntryOf<'meetup'> }) {
  const { deal, viewer } = useDeal();
  const { meetupId, place, startsAt, status } = message.data;
  const isMine = message.senderId === viewer.me;
  const isOpen = deal?.meetup?.id === meetupId && deal.handedOverAt === null;
  const isCurrent = isOpen && deal.meetup?.status === status;
  const isAgreed = status === 'accepted';
  const suggested = isMine ? 'You suggested a meetup' : `${viewer.name} suggests a meetup`;
  return (
    <StepCard
      title={isAgreed ? 'Meetup' : suggested}
      state={isAgreed && isCurrent && 'Agreed'}
      isGood
    >
      <Text className="numbers" {...mainLine}>
        {momentText(startsAt)}
      </Text>
      <Written text={place} />
      {isCurrent && isAgreed && <Agreed message={message} />}
      {isCurrent && !isAgreed && <StepButtons steps={answersTo(meetupId, isMine)} />}
    </StepCard>
  );
}

const another = { label: 'Suggest another', dialog: { name: 'meetup' } } as const;

const cancel = (id: string): CardStep => ({
  label: 'Cancel',
  action: 'cancelMeetup',
  id,
  variant: 'subtle',
});

function answersTo(id: string, isMine: boolean): CardStep[] {
  if (isMine) return [{ ...another, variant: 'default' }, cancel(id)];
  return [
    { label: 'Accept', action: 'acceptMeetup', id },
    { ...another, variant: 'default' },
    { label: 'Decline', action: 'declineMeetup', id, variant: 'subtle' },
  ];
}

const onTheDay = [
  { label: 'On my way', action: 'on-my-way' },
  { label: '10 minutes late', action: 'late' },
  { label: 'Here', action: 'here' },
] as const;

/** Calendar links and, on the day of the meetup, buttons such as "On my way". */
function Agreed({ message }: { message: StepMessage & EntryOf<'meetup'> }) {
  const { conversation, viewer } = useDeal();
  const { meetupId: id, place, startsAt } = message.data;
  const title = `Meetup: ${isolated(conversation.listingTitle)}`;
  return (
    <>
      <Group component="p" m={0} wrap="nowrap" fz="xs">
        <Anchor
          inherit
          href={googleCalendarUrl({ title, place, startsAt })}
          target="_blank"
          rel="noopener"
        >
          Add to calendar
        </Anchor>
        <Anchor inherit href={meetupCalendarPath(id)} download>
          .ics file
        </Anchor>
      </Group>
      {regionDay(startsAt) === regionDay(viewer.now) && (
        <StepButtons steps={onTheDay.map((step) => ({ ...step, id, variant: 'default' }))} />
      )}
      <StepButtons isQuiet steps={[{ ...another, variant: 'subtle' }, cancel(id)]} />
    </>
  );
}
