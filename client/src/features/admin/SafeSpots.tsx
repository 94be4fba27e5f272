import { Button, SimpleGrid, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import { spotNameMaxLength, spotNoteMaxLength } from '@marketplace/shared/deals/constants';
import type { SafeSpot } from '@marketplace/shared/deals/views';
import { isolated } from '@marketplace/shared/direction';
import { isVisible } from '@marketplace/shared/plain-text';
import { trpc } from '../../api/trpc.ts';
import { IconMapPin } from '../../ui/icons/listing-icons.tsx';
import { LocationAutocomplete } from '../../ui/LocationAutocomplete.tsx';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { toastRefusal } from './ActionDialog.tsx';

/** The public meeting places that the app suggests to buyers and sellers. */
export function SafeSpots() {
  const spots = trpc.admin.safeSpots.useQuery();
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
      <SettingsSection title="Meetup spots">
        <Loaded query={spots} height={200}>
          {({ items }) =>
            items.length === 0 ? (
              <Text c="dimmed">
                No spots yet. Until there are some, people choose from kinds of places, such as a
                police station.
              </Text>
            ) : (
              <SettingsList label="Meetup spots">
                {items.map((spot) => (
                  <Spot key={spot.id} spot={spot} />
                ))}
              </SettingsList>
            )
          }
        </Loaded>
      </SettingsSection>
      <SettingsSection title="Add a spot">
        <SpotForm />
      </SettingsSection>
    </SimpleGrid>
  );
}

const empty = { name: '', town: '', note: '' };

function SpotForm() {
  const { safeSpots } = trpc.useUtils().admin;
  const [spot, setSpot] = useState(empty);
  const first = useRef<HTMLInputElement>(null);
  const add = trpc.admin.addSafeSpot.useMutation({
    async onSuccess({ name, town }) {
      await safeSpots.invalidate();
      toast({ title: `${isolated(name)} in ${town} was added.`, kind: 'success' });
      setSpot(empty);
      first.current?.focus();
    },
    onError: (error) => toastRefusal(error, "We couldn't add this spot."),
  });
  const isReady = isVisible(spot.name) && spot.town.trim() !== '' && !add.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) add.mutate(spot);
  };
  const change = (part: Partial<typeof spot>) => setSpot({ ...spot, ...part });
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          ref={first}
          label="Name"
          placeholder="Troy Police Department, lobby"
          maxLength={spotNameMaxLength}
          value={spot.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <LocationAutocomplete
          label="Town"
          value={spot.town}
          onChange={(town) => change({ town })}
        />
        <Textarea
          label="Note"
          description="Optional. Opening hours, where to park, cameras."
          autosize
          minRows={2}
          maxRows={6}
          maxLength={spotNoteMaxLength}
          value={spot.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <div className="dialog-actions">
          <Button type="submit" disabled={!isReady}>
            {add.isPending ? 'Adding...' : 'Add spot'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function Spot({ spot: { id, name, town, note } }: { spot: SafeSpot }) {
  const { safeSpots } = trpc.useUtils().admin;
  const focusHeading = useFocusHeading();
  // Includes the town, since several towns have a police station.
  const named = `${isolated(name)} in ${town}`;
  const remove = trpc.admin.removeSafeSpot.useMutation({
    async onSuccess() {
      await safeSpots.invalidate();
      toast({ title: `${named} was removed.`, kind: 'success' });
      focusHeading();
    },
    onError: (error) => toastRefusal(error, "We couldn't remove this spot."),
  });
  return (
    <SettingsRow
      icon={<IconMapPin size={20} stroke={1.75} aria-hidden />}
      title={
        <Text dir="auto" ta="left">
          {name}
        </Text>
      }
      text={[town, isolated(note)].filter(Boolean).join(' · ')}
    >
      <Button
        variant="default"
        size="xs"
        aria-label={`Remove ${named}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        {remove.isPending ? 'Removing...' : 'Remove'}
      </Button>
    </SettingsRow>
  );
}
