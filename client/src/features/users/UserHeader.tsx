import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { maxCounted } from '@marketplace/shared/account/constants';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { IconStarFilled, type Icon } from '../../ui/icons/icons.tsx';
import {
  IconBan,
  IconCalendar,
  IconClock,
  IconLayoutGrid,
  IconPencil,
} from '../../ui/icons/page-icons.tsx';
import { IconMapPin } from '../../ui/icons/listing-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { sellerRatingText } from '../../ui/count-text.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useUnblock } from '../messaging/use-unblock.ts';
import { ReportButton } from '../moderation/ReportButton.tsx';

const BlockModal = lazyPart(async () => (await import('../messaging/BlockModal.tsx')).BlockModal);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** The user, and what helps to decide about dealing with them. */
export function UserHeader({ profile }: { profile: ProfileView }) {
  const { displayName, username, sellerRating, sellerReviewCount, replyTime } = profile;
  return (
    <Paper component="header" radius="lg" p={{ base: 'md', md: 'lg' }}>
      <Stack gap="md" style={{ overflowWrap: 'anywhere' }}>
        <Group gap="md" wrap="nowrap">
          <UserAvatar user={profile} size={88} />
          <Box miw={0}>
            <Title order={1} fz={{ base: 'h2', md: 'h1' }} lh={1.2}>
              {displayName}
            </Title>
            {displayName !== username && <Text c="dimmed">@{username}</Text>}
            <Group component="p" gap="0.25rem" mt="0.25rem" mb={0} className="numbers">
              {sellerReviewCount > 0 && (
                <IconStarFilled size={16} color="var(--accent-text)" aria-hidden />
              )}
              {sellerRatingText(sellerRating, sellerReviewCount)}
            </Group>
          </Box>
        </Group>
        <Group
          gap="0.75rem 1.5rem"
          justify="space-between"
          pt="md"
          style={{ borderTop: '1px solid var(--line)' }}
        >
          <Group component="ul" gap="0.5rem 1.5rem" c="dimmed" className="plain">
            {profile.town && <Fact icon={IconMapPin}>{profile.town}</Fact>}
            <Fact icon={IconCalendar}>Member since {monthOf(profile.memberSince)}</Fact>
            <Fact icon={IconLayoutGrid}>{listingsText(profile.activeListings)}</Fact>
            {replyTime && <Fact icon={IconClock}>Usually replies {replyTime}</Fact>}
          </Group>
          <UserActions profile={profile} />
        </Group>
      </Stack>
    </Paper>
  );
}

function Fact({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Group component="li" gap="xs" wrap="nowrap" className="numbers">
      <Icon size={18} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </Group>
  );
}

/** In the region's time, so that server and browser say the same. */
function monthOf(date: string): string {
  return new Date(date).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/New_York',
  });
}

function listingsText(count: number): string {
  if (count === 0) return 'No active listings';
  const more = count >= maxCounted ? '+' : '';
  return `${count.toLocaleString('en-US')}${more} active ${count === 1 ? 'listing' : 'listings'}`;
}

/** Edit on the user's own page; Block and Report on another's. */
function UserActions({ profile }: { profile: ProfileView }) {
  const user = useCurrentUser();
  const isOwn = user?.id === profile.id;
  const person = { id: profile.id, name: profile.displayName };
  const { messaging } = trpc.useUtils();
  const { data } = trpc.messaging.blocked.useQuery(undefined, { enabled: Boolean(user) && !isOwn });
  const isBlocked = data?.items.some(({ id }) => id === person.id) ?? false;
  const openSignIn = useSignIn();
  const unblock = useUnblock(person.name);
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const blockOrUnblock = () => {
    if (isBlocked) unblock.mutate({ userId: person.id });
    else if (user) open();
    else openSignIn({ reason: `Sign in to block ${person.name}.`, onSuccess: open });
  };
  if (isOwn) {
    return (
      <Button
        component={PageLink}
        to={paths.settingsSection('profile')}
        variant="default"
        leftSection={<IconPencil {...icon} />}
      >
        Edit profile
      </Button>
    );
  }
  return (
    // The text of the buttons, not their hidden edge, stands at the edge.
    <Group gap={0} mx={-14}>
      <Button
        variant="subtle"
        color="gray"
        c="dimmed"
        fw={500}
        size="sm"
        leftSection={<IconBan {...icon} />}
        disabled={unblock.isPending}
        onClick={blockOrUnblock}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      <BlockModal
        person={person}
        opened={opened}
        onClose={() => setOpened(false)}
        onBlocked={() => {
          setOpened(false);
          void messaging.invalidate();
        }}
      />
      <ReportButton targetType="user" targetId={person.id} person={person} />
    </Group>
  );
}
