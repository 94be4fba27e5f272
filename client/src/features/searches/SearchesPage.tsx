import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import type { SearchView } from '@marketplace/shared/searches/schemas';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { SearchItem } from './SearchItem.tsx';

/** The user's saved searches, and the sellers that they follow. */
export function Component() {
  const { data, isError, refetch } = trpc.searches.list.useQuery(undefined, {
    refetchOnMount: 'always',
  });
  const title = useRef<HTMLHeadingElement>(null);
  const searches = data?.filter(({ seller }) => !seller) ?? [];
  const followed = data?.filter(({ seller }) => seller) ?? [];
  // A deleted search had the focus, so the title gets it.
  const itemOf = (search: SearchView) => (
    <SearchItem key={search.id} search={search} onDeleted={() => title.current?.focus()} />
  );
  return (
    <PageContainer size={768}>
      <Title order={1} ref={title} tabIndex={-1} mb={4}>
        Saved searches
      </Title>
      <Text c="dimmed" mb="lg">
        We&apos;ll tell you when something new matches.
      </Text>
      {isError && !data && <ErrorState onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={180} radius="lg" />}
      {data?.length === 0 && (
        <EmptyState
          title="No saved searches yet"
          text="Search for what you want, then choose “Tell me about new ones”. Follow a seller to hear about everything they post."
          action={
            <Button component={PageLink} to={paths.listings()}>
              Browse listings
            </Button>
          }
        />
      )}
      <Stack gap="xl">
        {searches.length > 0 && (
          <Stack component="ul" className="plain" gap="md" aria-label="Saved searches">
            {searches.map(itemOf)}
          </Stack>
        )}
        {followed.length > 0 && (
          <section aria-labelledby="followed">
            <Title order={2} size="h3" id="followed" mb="md">
              Sellers you follow
            </Title>
            <Stack component="ul" className="plain" gap="md">
              {followed.map(itemOf)}
            </Stack>
          </section>
        )}
      </Stack>
    </PageContainer>
  );
}
