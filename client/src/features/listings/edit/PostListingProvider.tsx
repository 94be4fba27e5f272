import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const PostListingContext = createContext<(() => void) | null>(null);

const PostListingModal = lazyPart(async () => (await import('./PostListingModal.tsx')).Component);

/** Opens the dialog that posts a listing ('Create New Listing', signed out 'Sign in to Create Listing'). */
export function usePostListing() {
  const open = use(PostListingContext);
  if (!open) throw new Error('usePostListing is used outside its provider');
  return open;
}

/** Has the dialog for new listings, whose code is fetched when it first opens. */
export function PostListingProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => setOpened(true), []);
  return (
    <PostListingContext value={open}>
      {children}
      <PostListingModal opened={opened} onClose={() => setOpened(false)} />
    </PostListingContext>
  );
}
