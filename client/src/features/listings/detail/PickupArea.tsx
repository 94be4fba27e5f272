import { Text, Title } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import mapColors from '../../map/colors.module.css';
import classes from './PickupArea.module.css';

const PickupMap = lazyPart(async () => (await import('./PickupMap.tsx')).PickupMap);

/** Shows the town or county of the listing, never a person's address. */
export function PickupArea({ listing }: { listing: ListingView }) {
  const { location, category, kind } = listing;
  // A listing for the whole region has no map.
  const place = /^(?!Capital Region).+(?=, NY$)/.exec(location)?.[0];
  if (!place) return null;
  const isService = category === 'services';
  const isPickup = !isService && kind === 'offer';
  return (
    <section aria-labelledby="pickup">
      <Title order={2} size="h3" id="pickup" mb="xs">
        {isPickup ? 'Pickup area' : isService ? 'Service area' : 'Area'}
      </Title>
      <div className={`${classes.map} ${mapColors.colors}`}>
        <PickupMap place={place} />
      </div>
      <Text mt="xs" c="dimmed">
        {isPickup
          ? `Pickup in ${location} · agree on the exact place in messages`
          : `In ${location} · agree on where and when in messages`}
      </Text>
    </section>
  );
}
