import { Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../app/paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';

/** One's own profile, as others see it. */
export function Component() {
  const user = useCurrentUser();
  const profile = trpc.account.profile.useQuery({ id: user?.id ?? '' }, { enabled: Boolean(user) });
  return (
    <PageContainer size={768}>
      <Title order={1} mb="lg">
        Profile
      </Title>
      {profile.isError ? (
        <ErrorState onRetry={() => void profile.refetch()} />
      ) : (
        <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
          <Skeleton visible={!profile.data}>
            <Group wrap="nowrap" align="flex-start" gap="lg">
              {user && <UserAvatar user={user} size={72} />}
              <Stack gap={2} miw={0}>
                <Title order={2} size="h3">
                  {profile.data?.displayName ?? 'User'}
                </Title>
                <Text c="dimmed">@{profile.data?.username}</Text>
                <Text c="dimmed">{profile.data && memberSince(profile.data.memberSince)}</Text>
                <Text className="numbers">{profile.data && ratingText(profile.data)}</Text>
              </Stack>
            </Group>
          </Skeleton>
          <Text c="dimmed" size="xs" mt="lg">
            This is what other people see of you. Your email address is not shown to them.
          </Text>
        </Paper>
      )}
      <Group mt="lg">
        <Button component={PageLink} to={paths.myListings} variant="default">
          My Listings
        </Button>
        <Button component={PageLink} to={paths.settings} variant="default">
          Settings
        </Button>
      </Group>
    </PageContainer>
  );
}

function memberSince(date: string): string {
  const month = new Date(date).toLocaleDateString('en-US', { month: 'long', year: 'numeric' });
  return `Member since ${month}`;
}

function ratingText(of: { sellerRating: number; sellerReviewCount: number }): string {
  if (of.sellerReviewCount === 0) return 'New Seller';
  const reviews = of.sellerReviewCount === 1 ? 'review' : 'reviews';
  return `★ ${of.sellerRating.toFixed(1)} (${of.sellerReviewCount} ${reviews})`;
}
