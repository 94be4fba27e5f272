import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { meetupMaxDays, placeMaxLength } from '@marketplace/shared/deals/constants';
import type { PlacesView } from '@marketplace/shared/deals/views';
import { dealTexts } from '@marketplace/shared/outcomes/deals';
import { isVisible } from '@marketplace/shared/plain-text';
import { regionDay, regionMoment } from '@marketplace/shared/regions/region-time';
import { fieldIssues } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { Choices, type DialogProps, StepForm, useStepCallbacks } from './StepForm.tsx';

type Props = DialogProps & { conversationId: string; listingId: string };

const dayMs = 24 * 60 * 60_000;

/** The dialog that suggests a day, a time and a place to the other person. */
export function MeetupDialog({ conversationId, listingId, onDone, ...dialog }: Props) {
  const [now] = useState(Date.now);
  const [date, setDate] = useState(regionDay(now + dayMs));
  const [time, setTime] = useState('17:00');
  const [place, setPlace] = useState('');
  const { data, isLoading } = trpc.deals.places.useQuery({ listingId });
  const { spots = [], kinds = [], town } = data ?? {};
  const places = [...spots.map(nameOf), ...kinds.map((kind) => (town ? `${kind}, ${town}` : kind))];
  const note = spots.find((spot) => place === nameOf(spot))?.note;
  const { clientId, callbacks } = useStepCallbacks(dealTexts.meetup, onDone);
  const { mutate, isPending, error } = trpc.deals.proposeMeetup.useMutation(callbacks);
  const startsAt = regionMoment(date, time) ?? '';
  const isPast = startsAt !== '' && Date.parse(startsAt) <= now;
  const problem = (field: string) => fieldIssues(error).find(({ path }) => path === field)?.message;
  return (
    <StepForm
      {...dialog}
      // Opens once the places are loaded: they would move the buttons away from the finger.
      opened={dialog.opened && !isLoading}
      title="Suggest a meetup"
      submit={{ label: 'Suggest', busyLabel: 'Sending...' }}
      isBusy={isPending}
      missing={
        !isVisible(place) ? 'Choose a place first' : (startsAt === '' || isPast) && 'Choose a time'
      }
      onSubmit={() => mutate({ conversationId, place: place.trim(), startsAt, clientId })}
    >
      <Group gap="sm" grow align="flex-start">
        <TextInput
          type="date"
          label="Day"
          min={regionDay(now)}
          max={regionDay(now + meetupMaxDays * dayMs)}
          value={date}
          readOnly={isPending}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label="Time"
          step={900}
          value={time}
          readOnly={isPending}
          error={isPast ? 'Choose a time in the future.' : problem('startsAt')}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      </Group>
      <Stack gap="xs">
        <TextInput
          label="Place"
          placeholder="Pick one below, or write your own"
          description="Meet in public, where other people are around."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={placeMaxLength}
          value={place}
          readOnly={isPending}
          error={problem('place')}
          onChange={(event) => setPlace(event.currentTarget.value)}
        />
        <Choices
          label="Public places"
          choices={places.map((value) => ({ value, label: value }))}
          value={place}
          onChange={setPlace}
          isBusy={isPending}
        />
        {note && (
          <Text c="dimmed" dir="auto">
            {note}
          </Text>
        )}
      </Stack>
    </StepForm>
  );
}

const nameOf = ({ name, town }: PlacesView['spots'][number]) => `${name}, ${town}`;
