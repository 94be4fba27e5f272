import { Button, Notification } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, useRef, useState } from 'react';
import { IconCheck, IconInfoCircle, IconX } from '../icons/listing-icons.tsx';
import { dismissToast, type ShownToast, useDismissal } from '../toast.ts';
import classes from './Toaster.module.css';

const looks = {
  success: { color: 'var(--mantine-color-anchor)', icon: <IconCheck size={18} stroke={1.75} /> },
  error: { color: 'var(--mantine-color-error)', icon: <IconX size={18} stroke={1.75} /> },
  info: { color: 'var(--mantine-color-dimmed)', icon: <IconInfoCircle size={18} stroke={1.75} /> },
};

/** The visible toast. It stays while it has the pointer or the focus, which F8 moves to it. */
export function Toaster({ toast }: { toast: ShownToast }) {
  const { id, kind = 'info', action } = toast;
  const root = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const swipe = useSwipeRight(() => dismissToast(id));

  useDismissal(id, isPaused);
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'F8') root.current?.focus();
  });

  return (
    <section className={classes.region} aria-label="Notifications (F8)">
      <Notification
        ref={root}
        className={classes.toast}
        style={{ '--swipe': `${swipe.offset}px` }}
        role={kind === 'error' ? 'alert' : 'status'}
        tabIndex={-1}
        title={toast.title}
        withBorder
        closeButtonProps={{ 'aria-label': 'Dismiss' }}
        onClose={() => dismissToast(id)}
        onMouseEnter={() => setPaused(true)}
        onMouseLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') dismissToast(id);
        }}
        {...looks[kind]}
        {...swipe.handlers}
      >
        {toast.message}
        {action && (
          <Button
            display="block"
            mt={8}
            variant="default"
            size="compact-md"
            onClick={() => {
              dismissToast(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </Notification>
    </section>
  );
}

/** Tracks a swipe to the right. It must be at least 50 px long. */
function useSwipeRight(onSwipe: () => void) {
  const start = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const distance = (event: PointerEvent) =>
    start.current === null ? 0 : Math.max(0, event.clientX - start.current);
  const end = () => {
    start.current = null;
    setOffset(0);
  };
  return {
    offset,
    handlers: {
      onPointerDown(event: PointerEvent) {
        start.current = event.clientX;
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const moved = distance(event);
        // Past this distance it is a swipe, which continues when the pointer leaves the toast.
        if (moved > 4) event.currentTarget.setPointerCapture(event.pointerId);
        setOffset(moved);
      },
      onPointerUp(event: PointerEvent) {
        const moved = distance(event);
        end();
        if (moved >= 50) onSwipe();
      },
      onPointerCancel: end,
    },
  };
}
