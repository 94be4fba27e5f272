import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { IconFlag } from '../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import type { Reported } from './ReportModal.tsx';

const ReportModal = lazyPart(async () => (await import('./ReportModal.tsx')).ReportModal);

/**
 * A quiet button that reports something to the moderators; visitors sign in first. The owner does
 * not see it.
 */
export function ReportButton(props: ButtonProps & Reported) {
  const { targetType, targetId, quote, person, ...button } = props;
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const utils = trpc.useUtils();
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
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
        {...button}
      >
        {button.children ?? `Report ${targetType}`}
      </Button>
      <ReportModal
        targetType={targetType}
        targetId={targetId}
        quote={quote}
        person={person}
        opened={opened}
        onClose={() => setOpened(false)}
        onBlocked={() => void utils.messaging.invalidate()}
      />
    </>
  );
}
