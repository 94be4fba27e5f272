import { Center, Loader, Stack, Text } from '@mantine/core';

/** A listing on its way. */
export function ListingLoading() {
  return (
    <Center component="output" mih="60vh">
      <Stack align="center" gap="sm">
        <Loader aria-hidden />
        <Text c="dimmed">Loading listing...</Text>
      </Stack>
    </Center>
  );
}
