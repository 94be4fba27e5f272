import { Skeleton, Stack } from '@mantine/core';

/** Stands for a list on its way. */
export function ListSkeleton() {
  return (
    <Stack component="output" gap="xs" aria-busy="true" aria-label="Loading">
      <Skeleton height={36} width="min(320px, 100%)" mb={4} />
      {[0, 1, 2, 3, 4, 5, 6, 7].map((at) => (
        <Skeleton key={at} height={48} />
      ))}
    </Stack>
  );
}
