import { Center, Loader, Stack, Text } from '@mantine/core';
import type { MissingListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';

/** Returns the document title for a missing listing: 'Oak desk – no longer available'. */
export function missingTitle(missing: MissingListingView | undefined): string {
  return missing?.title ? `${isolated(missing.title)} – no longer available` : 'Listing not found';
}

/** Shown while a listing is being fetched. */
export function ListingLoading({ height = '60vh' }: { height?: string }) {
  return (
    <Center component="output" mih={height}>
      <Stack align="center" gap="sm">
        <Loader aria-hidden />
        <Text c="dimmed">Loading listing...</Text>
      </Stack>
    </Center>
  );
}
