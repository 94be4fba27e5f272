import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReportTargetType } from '@marketplace/shared/moderation/constants';
import { trpc } from '../../api/trpc.ts';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ReportModal = lazyPart(async () => (await import('./ReportModal.tsx')).ReportModal);

interface Props {
  targetType: ReportTargetType;
  targetId: string;
  /** Whose it is. To them the button does not show. */
  person: { id: string; name: string };
}

/** A quiet button that reports something to the moderators; visitors sign in first. */
export function ReportButton({ targetType, targetId, person }: Props) {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const utils = trpc.useUtils();
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  if (user?.id === person.id) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        c="dimmed"
        fw={500}
        size="sm"
        leftSection={<IconFlag size={16} stroke={1.75} aria-hidden />}
        onClick={() => {
          if (user) open();
          else openSignIn({ reason: `Sign in to report a ${targetType}.`, onSuccess: open });
        }}
      >
        Report {targetType}
      </Button>
      {wanted && (
        <ReportModal
          target={{ type: targetType, id: targetId }}
          person={person}
          opened={opened}
          onClose={() => setOpened(false)}
          onBlocked={() => void utils.messaging.invalidate()}
        />
      )}
    </>
  );
}
