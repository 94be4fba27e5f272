import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react';

const PostListingContext = createContext<(() => void) | null>(null);

const PostListingModal = lazy(async () => ({
  default: (await import('../features/listings/PostListingModal.tsx')).Component,
}));

/** Opens the dialog that posts a listing ('Create New Listing', signed out 'Sign in to Create Listing'). */
export function usePostListing() {
  const open = use(PostListingContext);
  if (!open) throw new Error('usePostListing is used outside its provider');
  return open;
}

/** Holds the one dialog for new listings; its code is fetched when it first opens. */
export function PostListingProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = useCallback(() => {
    setWanted(true);
    setOpened(true);
  }, []);
  return (
    <PostListingContext value={open}>
      {children}
      {wanted && (
        <Suspense fallback={null}>
          <PostListingModal opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </PostListingContext>
  );
}
