import { Box, Button, Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { maxCounted, maxVerifiedReviews } from '@marketplace/shared/account/constants';
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
  IconShoppingBag,
} from '../../ui/icons/page-icons.tsx';
import { IconCircleCheck, IconMapPin, IconSparkles } from '../../ui/icons/listing-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { numberText, sellerRatingText } from '../../ui/count-text.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useUnblock } from '../messaging/use-unblock.ts';
import { ReportButton } from '../moderation/ReportButton.tsx';
import classes from './UserHeader.module.css';

const BlockModal = lazyPart(async () => (await import('../messaging/BlockModal.tsx')).BlockModal);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** The user, and what helps to decide about dealing with them. */
export function UserHeader({ profile }: { profile: ProfileView }) {
  const { displayName, username, sellerRating, sellerReviewCount } = profile;
  return (
    <Paper component="header" className={classes.header} p={{ base: 'md', md: 'lg' }}>
      <Group gap="md" wrap="nowrap" className={classes.person}>
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
      <Facts profile={profile} />
      <UserActions profile={profile} />
    </Paper>
  );
}

const newForMs = 90 * 24 * 60 * 60_000;

/** Only what says something: nobody gains from a row of zeros. */
function Facts({ profile }: { profile: ProfileView }) {
  const { town, memberSince, replyTime, sales, verifiedReviews, activeListings } = profile;
  const [now] = useState(Date.now);
  const isNew =
    now - Date.parse(memberSince) < newForMs &&
    !replyTime &&
    sales === 0 &&
    profile.sellerReviewCount === 0;
  return (
    <ul className={`${classes.facts} plain numbers`}>
      {isNew && <Fact icon={IconSparkles}>New here</Fact>}
      {town && <Fact icon={IconMapPin}>{town}</Fact>}
      <Fact icon={IconCalendar}>Member since {monthOf(memberSince)}</Fact>
      {replyTime && <Fact icon={IconClock}>Usually replies {replyTime}</Fact>}
      {sales > 0 && <Fact icon={IconShoppingBag}>{counted(sales, 'sale')}</Fact>}
      {verifiedReviews > 0 && (
        <Fact icon={IconCircleCheck}>
          {counted(verifiedReviews, 'verified review', maxVerifiedReviews)}
        </Fact>
      )}
      <Fact icon={IconLayoutGrid}>
        {activeListings > 0 ? counted(activeListings, 'active listing') : 'No active listings'}
      </Fact>
    </ul>
  );
}

function Fact({ icon: Icon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <li>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function counted(count: number, unit: string, max = maxCounted): string {
  return `${numberText({ count, capped: count >= max })} ${unit}${count === 1 ? '' : 's'}`;
}

/** In the region's time, so that server and browser say the same. */
function monthOf(date: string): string {
  return new Date(date).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'America/New_York',
  });
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
        className={classes.actions}
        variant="default"
        leftSection={<IconPencil {...icon} />}
      >
        Edit profile
      </Button>
    );
  }
  return (
    // The text of the buttons, not their hidden edge, stands at the edge.
    <Group className={classes.actions} gap={0} mx={-14}>
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
