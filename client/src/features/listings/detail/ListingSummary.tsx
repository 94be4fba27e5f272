import { Box, Group, Text } from '@mantine/core';
import type { ListingView } from '@marketplace/shared/listings/views';
import { priceOf } from '@marketplace/shared/money';
import { Photo } from '../photos/Photo.tsx';

/** Shows the listing that a dialog is about. */
export function ListingSummary({ listing }: { listing: ListingView }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Box w={72} bdrs="sm" style={{ flex: 'none', overflow: 'hidden' }}>
        <Photo listing={listing} alt="" sizes="72px" emptyText="" />
      </Box>
      <Box miw={0}>
        <Text fw={600} truncate dir="auto" ta="left">
          {listing.title}
        </Text>
        <Text className="numbers">{priceOf(listing)}</Text>
      </Box>
    </Group>
  );
}
