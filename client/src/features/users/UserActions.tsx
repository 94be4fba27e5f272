import { Button } from '@mantine/core';
import { IconBan, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProfileView } from '@marketplace/shared/users/views';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { useUnblock } from '../messaging/use-unblock.ts';
import { ReportButton } from '../moderation/ReportButton.tsx';
import classes from './UserPage.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

const BlockModal = lazyPart(async () => (await import('../messaging/BlockModal.tsx')).BlockModal);
const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };

/** Edit on one's own page; Block and Report on another's. */
export function UserActions({ profile }: { profile: ProfileView }) {
  const user = useCurrentUser();
  if (user?.id === profile.id) {
    return (
      <div className={classes.actions}>
        <Button
          component={PageLink}
          to={paths.settings}
          variant="default"
          leftSection={<IconPencil {...icon} />}
        >
          Edit profile
        </Button>
      </div>
    );
  }
  return <OthersActions profile={profile} isSignedIn={Boolean(user)} />;
}

function OthersActions({ profile, isSignedIn }: { profile: ProfileView; isSignedIn: boolean }) {
  const person = { id: profile.id, name: profile.displayName };
  const blocked = trpc.messaging.blocked.useQuery(undefined, { enabled: isSignedIn });
  const isBlocked = blocked.data?.items.some(({ id }) => id === person.id) ?? false;
  return (
    <div className={classes.quietActions}>
      <BlockAction person={person} isSignedIn={isSignedIn} isBlocked={isBlocked} />
      <ReportButton targetType="user" targetId={person.id} person={person} />
    </div>
  );
}

const quiet = { variant: 'subtle', color: 'gray', c: 'dimmed', fw: 500, size: 'sm' } as const;

interface BlockProps {
  person: { id: string; name: string };
  isSignedIn: boolean;
  isBlocked: boolean;
}

function BlockAction({ person, isSignedIn, isBlocked }: BlockProps) {
  const openSignIn = useSignIn();
  const { messaging } = trpc.useUtils();
  const unblock = useUnblock(person.name);
  const [opened, setOpened] = useState(false);
  // A dialog that closes is shown till it has faded.
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  const act = () => {
    if (isBlocked) unblock.mutate({ userId: person.id });
    else if (isSignedIn) open();
    else openSignIn({ reason: `Sign in to block ${person.name}.`, onSuccess: open });
  };
  return (
    <>
      <Button
        {...quiet}
        leftSection={<IconBan {...icon} />}
        disabled={unblock.isPending}
        onClick={act}
      >
        {isBlocked ? 'Unblock' : 'Block'}
      </Button>
      {wanted && (
        <BlockModal
          person={person}
          opened={opened}
          onClose={() => setOpened(false)}
          onBlocked={() => {
            setOpened(false);
            void messaging.invalidate();
          }}
        />
      )}
    </>
  );
}
