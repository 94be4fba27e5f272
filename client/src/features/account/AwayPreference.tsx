import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { maxAwayDays } from '@marketplace/shared/account/constants';
import { regionDay } from '@marketplace/shared/regions/region-time';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Loaded, SettingSwitch, SettingsSection } from '../../ui/settings/SettingsSection.tsx';

const dayMs = 24 * 60 * 60 * 1000;

/** The suggested length of an absence, in days. */
const usualDays = 7;

/** The switch that takes the user's listings out of all lists, with the day of their return. */
export function AwayPreference() {
  const [openedAt] = useState(Date.now);
  const dayIn = (days: number) => regionDay(openedAt + days * dayMs);
  const { account, listings } = trpc.useUtils();
  const query = trpc.account.settings.useQuery(undefined, { refetchOnMount: 'always' });
  const update = trpc.account.update.useMutation({
    scope: { id: 'away' },
    onMutate: () => account.settings.cancel(),
    onSuccess(saved) {
      account.settings.setData(undefined, saved);
      return listings.invalidate();
    },
  });
  const save = (awayUntil: string | null) => update.mutate({ awayUntil });
  const failed = "We couldn't save this setting. Please try again.";
  return (
    <SettingsSection title="Vacation">
      <Loaded query={query} height={42}>
        {({ awayUntil }) => (
          <Stack>
            <SettingSwitch
              label="I'm away"
              description="Your listings leave all lists and searches until you're back. People can still message you."
              checked={awayUntil !== null}
              isSaved={update.isSuccess}
              failure={update.error ? errorMessage(update.error, failed) : undefined}
              onChange={(isAway) => save(isAway ? dayIn(usualDays) : null)}
            />
            {awayUntil !== null && (
              <TextInput
                // A new key shows the saved day again after a failure.
                key={`${awayUntil} ${update.failureCount}`}
                type="date"
                label="Back on"
                maw={240}
                min={dayIn(1)}
                max={dayIn(maxAwayDays)}
                defaultValue={awayUntil}
                onChange={({ currentTarget: { value, validity } }) => {
                  // While a year is being typed, the date is out of range.
                  if (value && validity.valid) save(value);
                }}
              />
            )}
          </Stack>
        )}
      </Loaded>
    </SettingsSection>
  );
}
