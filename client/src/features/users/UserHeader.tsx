import { Box, Button, Group, Paper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { IconStarFilled } from '../../ui/icons/icons.tsx';
import { IconBan, IconPencil } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { sellerRatingText } from '../../ui/count-text.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useUnblock } from '../messaging/use-unblock.ts';
import { ReportButton } from '../moderation/ReportButton.tsx';
import { SellerFacts } from '../reviews/SellerFacts.tsx';
import classes from './UserHeader.module.css';

const FollowButton = lazyPart(
  async () => (await import('../listings/saved/FollowButton.tsx')).FollowButton,
);
const BlockModal = lazyPart(async () => (await import('../messaging/BlockModal.tsx')).BlockModal);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** The user, and what helps to decide about dealing with them. */
export function UserHeader({ profile }: { profile: ProfileView }) {
  const { displayName, username, sellerRating, sellerReviewCount } = profile;
  const isOwn = useCurrentUser()?.id === profile.id;
  const { data: followers } = trpc.searches.followers.useQuery(undefined, { enabled: isOwn });
  return (
    <Paper component="header" className={classes.header} p={{ base: 'md', md: 'lg' }}>
      <Group gap="md" wrap="nowrap">
        <UserAvatar user={profile} size={88} />
        <Box miw={0}>
          <Title order={1} dir="auto" fz={{ base: 'h2', md: 'h1' }} lh={1.2}>
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
      <SellerFacts profile={profile} className={classes.facts} followers={followers?.count} />
      <UserActions profile={profile} />
    </Paper>
  );
}

/** Edit on the user's own page; Block and Report on another's. */
function UserActions({ profile }: { profile: ProfileView }) {
  const user = useCurrentUser();
  const isOwn = user?.id === profile.id;
  const person = { id: profile.id, name: isolated(profile.displayName) };
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
        style={{ justifySelf: 'start' }}
        variant="default"
        leftSection={<IconPencil {...icon} />}
      >
        Edit profile
      </Button>
    );
  }
  return (
    // The text of the buttons, not their hidden edge, stands at the edge.
    <Group style={{ justifySelf: 'start' }} gap={0} mx={-14}>
      <Box mih={44} miw={106} ml={14} mr={4}>
        <FollowButton seller={person} />
      </Box>
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
