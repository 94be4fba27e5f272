import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { usePageConfig } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { copyText } from '../../ui/copy-text.ts';

/** Hands the listing's address to the system's own sharing, or copies it where there is none. */
export function ShareButton({ listing }: { listing: ListingView }) {
  const { publicUrl } = usePageConfig();
  const url = publicUrl + paths.listing(listing.id);
  return (
    <Button
      variant="subtle"
      size="sm"
      px="xs"
      mr={-8}
      leftSection={<IconShare2 size={18} stroke={1.75} aria-hidden />}
      onClick={() => void share({ title: listing.title, url })}
    >
      Share
    </Button>
  );
}

async function share(what: { title: string; url: string }): Promise<void> {
  try {
    // Absent from some browsers, and from all over plain http: a TypeError.
    await navigator.share(what);
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyText(what.url, 'Link copied');
  }
}
