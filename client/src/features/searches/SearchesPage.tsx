import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { FollowedSeller } from './FollowedSeller.tsx';
import { SavedSearch } from './SavedSearch.tsx';

/** The user's saved searches, and the sellers that they follow. */
export function Component() {
  const { data, isError, refetch } = trpc.searches.list.useQuery(undefined, {
    refetchOnMount: 'always',
  });
  const title = useRef<HTMLHeadingElement>(null);
  // What had the focus is gone.
  const onDeleted = () => title.current?.focus();
  const searches = data?.filter(({ seller }) => !seller) ?? [];
  const followed = data?.filter(({ seller }) => seller) ?? [];
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
      {data?.length === 0 && <NoSearches />}
      <Stack gap="xl">
        {searches.length > 0 && (
          <Stack component="ul" className="plain" gap="md" aria-label="Saved searches">
            {searches.map((search) => (
              <SavedSearch key={search.id} search={search} onDeleted={onDeleted} />
            ))}
          </Stack>
        )}
        {followed.length > 0 && (
          <section aria-labelledby="followed">
            <Title order={2} size="h3" id="followed" mb="md">
              Sellers you follow
            </Title>
            <Stack component="ul" className="plain" gap="md">
              {followed.map((search) => (
                <FollowedSeller key={search.id} search={search} onDeleted={onDeleted} />
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </PageContainer>
  );
}

function NoSearches() {
  return (
    <EmptyState
      title="No saved searches yet"
      text="Search for what you want, then choose “Tell me about new ones”. Follow a seller to hear about everything they post."
      action={
        <Button component={PageLink} to={paths.listings()}>
          Browse listings
        </Button>
      }
    />
  );
}
