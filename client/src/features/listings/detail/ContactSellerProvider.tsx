import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const ContactSellerContext = createContext<((listing: ListingView) => void) | null>(null);

const ContactSellerModal = lazyPart(
  async () => (await import('./ContactSellerModal.tsx')).ContactSellerModal,
);

/** Returns a function that opens the dialog to message the seller of a listing. */
export function useContactSeller() {
  const open = use(ContactSellerContext);
  if (!open) throw new Error('useContactSeller is used outside its provider');
  return open;
}

/** Provides the one dialog. It outlives the page, which a sign-in in the dialog may replace. */
export function ContactSellerProvider({ children }: { children: ReactNode }) {
  const [about, setAbout] = useState<{ listing: ListingView; key: number } | null>(null);
  const [opened, setOpened] = useState(false);
  const open = useCallback((listing: ListingView) => {
    setAbout((last) => ({ listing, key: (last?.key ?? 0) + 1 }));
    setOpened(true);
  }, []);
  return (
    <ContactSellerContext value={open}>
      {children}
      {about && (
        <ContactSellerModal
          key={about.key}
          listing={about.listing}
          opened={opened}
          onClose={() => setOpened(false)}
        />
      )}
    </ContactSellerContext>
  );
}
