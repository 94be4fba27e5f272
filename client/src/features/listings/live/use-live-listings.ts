import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { pageLoaded } from '../../../ui/page-loaded.ts';

/** The delay before the page opens a socket for a visitor, in ms, because many leave at once. */
const visitorDelayMs = 800;

/** Keeps the visible listings up to date, for `me` or a visitor. */
export function useLiveListings(me: string | undefined): void {
  const queryClient = useQueryClient();
  const { client } = trpc.useUtils();
  useEffect(() => {
    let stop: (() => void) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const begin = async () => {
      const { followVisibleListings } = await import('./follow-visible-listings.ts');
      if (!isOver) stop = followVisibleListings({ queryClient, client, me });
    };
    // Starts after the page has loaded. If this code fails to load, the page stays as rendered.
    void pageLoaded().then(() => {
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
