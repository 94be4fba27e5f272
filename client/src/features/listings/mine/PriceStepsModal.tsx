import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { formatPrice, shortPlainPrice } from '@marketplace/shared/money';
import { readPrice } from '@marketplace/shared/typed-price';
import { trpc } from '../../../api/trpc.ts';
import { toastFailure } from '../../../api/failure.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';

interface Props {
  listing: OwnListingView;
  opened: boolean;
  onClose: () => void;
}

const percents = [5, 10, 15, 20, 25].map((value) => ({
  value: String(value),
  label: `${value}%`,
}));
const intervals = [3, 7, 14, 30].map((value) => ({
  value: String(value),
  label: `${value} days`,
}));

/** The dialog in which a seller plans how the price of a listing falls over time. */
export function PriceStepsModal({ listing, opened, onClose }: Props) {
  const { id, price, priceSteps } = listing;
  const [percent, setPercent] = useState(String(priceSteps?.percent ?? 10));
  const [days, setDays] = useState(String(priceSteps?.days ?? 7));
  const [floor, setFloor] = useState(priceSteps ? (shortPlainPrice(priceSteps.floor) ?? '') : '');
  const { listings } = trpc.useUtils();
  const save = trpc.listings.setPriceSteps.useMutation({
    onSuccess(_result, { steps }) {
      toast({ title: steps ? 'Price plan saved' : 'Price plan ended', kind: 'success' });
      onClose();
      return listings.invalidate();
    },
    onError: (error) => toastFailure(error, { message: "We couldn't save this. Try again." }),
  });
  const read = readPrice(floor);
  const tooHigh = `Enter less than ${formatPrice(price)}.`;
  const problem =
    read.price === null
      ? floor.trim() && read.problem
      : Number(read.price) >= Number(price) && tooHigh;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (read.price === null || problem) return;
    const steps = { percent: Number(percent), days: Number(days), floor: read.price };
    save.mutate({ id, steps });
  };
  return (
    <Dialog opened={opened} onClose={onClose} title="Lower the price over time">
      <Stack component="form" onSubmit={submit}>
        <Text c="dimmed">People who saved this listing get a notification at each step.</Text>
        <Group grow align="start">
          <NativeSelect
            label="Lower by"
            data={percents}
            value={percent}
            onChange={(event) => setPercent(event.currentTarget.value)}
          />
          <NativeSelect
            label="Every"
            data={intervals}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </Group>
        <TextInput
          label="Lowest price"
          inputMode="decimal"
          autoComplete="off"
          leftSection="$"
          className="numbers"
          withAsterisk
          error={problem || undefined}
          value={floor}
          onChange={(event) => setFloor(event.currentTarget.value)}
        />
        <div className="dialog-actions">
          {priceSteps ? (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => save.mutate({ id, steps: null })}
            >
              End the plan
            </Button>
          ) : (
            <Button variant="default" disabled={save.isPending} onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button type="submit" disabled={save.isPending || read.price === null || !!problem}>
            Save
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
