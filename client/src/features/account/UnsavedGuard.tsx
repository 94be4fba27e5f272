import { Text } from '@mantine/core';
import { type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ConfirmDialog } from '../../ui/Dialog.tsx';

/** Asks before a link or a closed tab discards a form whose submit button is enabled. */
export function UnsavedGuard({ page }: { page: RefObject<HTMLElement | null> }) {
  const navigate = useNavigate();
  const [next, setNext] = useState('');
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const isUnsaved = () => Boolean(page.current?.querySelector('form [type="submit"]:enabled'));
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest('a');
      const isHere = link?.pathname === window.location.pathname;
      const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || link?.target;
      if (!link || isHere || isElsewhere || link.origin !== window.location.origin) return;
      if (!isUnsaved()) return;
      event.preventDefault();
      event.stopPropagation();
      setNext(link.pathname + link.search);
      setOpened(true);
    };
    window.addEventListener('beforeunload', onUnload);
    // The capture phase runs before the link's own handler.
    document.addEventListener('click', onClick, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, { capture: true });
    };
  }, [page]);
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirm={{ label: 'Leave', busyLabel: 'Leave' }}
      isBusy={false}
      opened={opened}
      onClose={() => setOpened(false)}
      onConfirm={() => void navigate(next)}
    >
      <Text>Your changes to your settings aren&apos;t saved yet.</Text>
    </ConfirmDialog>
  );
}
