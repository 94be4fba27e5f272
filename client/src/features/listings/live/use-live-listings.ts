import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { wholeLoad } from '../../../ui/whole-load.ts';

/** How long visitors look at a page before it opens a socket, in ms: many leave at once. */
const visitorDelayMs = 800;

/** Keeps the listings that pages show up to date, for `me` or a visitor. */
export function useLiveListings(me: string | undefined): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const begin = async () => {
      const { followShown } = await import('./follow-shown.ts');
      if (!isOver) stop = followShown({ queryClient, client, me });
    };
    // After the first view. If this code fails to load, the page stays as it was rendered.
    void wholeLoad().then(() => {
      if (isOver) return;
      timer = setTimeout(() => void begin().catch(() => undefined), me ? 0 : visitorDelayMs);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [queryClient, client, me]);
}
