import { Anchor } from '@mantine/core';
import { googleCalendarUrl, meetupCalendarPath } from '@marketplace/shared/deals/calendar-link';
import type { EntryOf } from '@marketplace/shared/messaging/timeline';
import { isolated } from '@marketplace/shared/direction';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { useDeal } from '../DealProvider.tsx';
import { StepButton } from '../StepButton.tsx';
import { momentText } from '../times.ts';
import type { StepMessage } from './StepLine.tsx';
import classes from './timeline.module.css';

/** The card of a suggested or agreed meetup. Only the current one has buttons. */
export function MeetupCard({ message }: { message: StepMessage & EntryOf<'meetup'> }) {
  const { deal, viewer } = useDeal();
  const { meetupId, place, startsAt, status } = message.data;
  const isMine = message.senderId === viewer.me;
  const isOpen = deal?.meetup?.id === meetupId && deal.handedOverAt === null;
  const isCurrent = isOpen && deal.meetup?.status === status;
  const isAgreed = status === 'accepted';
  return (
    <div className={classes.card}>
      <p className={classes.head}>
        <span>{titleOf(isAgreed, isMine ? null : viewer.name)}</span>
        {isAgreed && isCurrent && (
          <span className={classes.state} data-good>
            Agreed
          </span>
        )}
      </p>
      <p className={`${classes.main} numbers`}>{momentText(startsAt)}</p>
      <p dir="auto" className={classes.note}>
        {place}
      </p>
      {isCurrent && isAgreed && <Agreed message={message} />}
      {isCurrent && !isAgreed && <Answers meetupId={meetupId} isMine={isMine} />}
    </div>
  );
}

function titleOf(isAgreed: boolean, name: string | null): string {
  if (isAgreed) return 'Meetup';
  return name === null ? 'You suggested a meetup' : `${name} suggests a meetup`;
}

const another = { label: 'Suggest another', dialog: { name: 'meetup' } } as const;

function Answers({ meetupId: id, isMine }: { meetupId: string; isMine: boolean }) {
  if (isMine) {
    return (
      <div className={classes.actions}>
        <StepButton step={another} variant="default" size="xs" />
        <StepButton
          step={{ label: 'Cancel', action: 'cancelMeetup', id }}
          variant="subtle"
          size="xs"
        />
      </div>
    );
  }
  return (
    <div className={classes.actions}>
      <StepButton step={{ label: 'Accept', action: 'acceptMeetup', id }} size="xs" />
      <StepButton step={another} variant="default" size="xs" />
      <StepButton
        step={{ label: 'Decline', action: 'declineMeetup', id }}
        variant="subtle"
        size="xs"
      />
    </div>
  );
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
      <p className={classes.links}>
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
      </p>
      {regionDay(startsAt) === regionDay(viewer.now) && (
        <div className={classes.actions}>
          {onTheDay.map((step) => (
            <StepButton key={step.action} step={{ ...step, id }} variant="default" size="xs" />
          ))}
        </div>
      )}
      <div className={classes.actions} data-quiet>
        <StepButton step={another} variant="subtle" size="xs" />
        <StepButton
          step={{ label: 'Cancel', action: 'cancelMeetup', id }}
          variant="subtle"
          size="xs"
        />
      </div>
    </>
  );
}
