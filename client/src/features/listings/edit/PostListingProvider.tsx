import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const PostListingContext = createContext<(() => void) | null>(null);

const PostListingModal = lazyPart(
  async () => (await import('./PostListingModal.tsx')).PostListingModal,
);

/** Returns a function that opens the dialog to post a listing. */
export function usePostListing() {
  const open = use(PostListingContext);
  if (!open) throw new Error('usePostListing is used outside its provider');
  return open;
}

/** Provides the dialog for new listings, whose code loads when it first opens. */
export function PostListingProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => setOpened(true), []);
  return (
    <PostListingContext value={open}>
      {children}
      <PostListingModal opened={opened} onOpen={open} onClose={() => setOpened(false)} />
    </PostListingContext>
  );
}
