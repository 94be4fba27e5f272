import { Center, Loader, Stack, Text } from '@mantine/core';

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
