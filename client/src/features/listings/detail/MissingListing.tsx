import { Button, Title } from '@mantine/core';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { ListingRow } from '../browse/ListingGrid.tsx';
import { missingTitle } from '../titles.ts';
import { ListingLoading, ListingUnavailable } from './ListingUnavailable.tsx';

interface Props {
  id: string;
  /** Given if the listing may exist but could not be fetched. */
  onRetry: (() => void) | undefined;
}

/** Shown in place of a missing listing: the reason, and similar listings. */
export function MissingListing({ id, onRetry }: Props) {
  const { data, isLoading } = trpc.listings.missing.useQuery({ id }, { enabled: !onRetry });
  useDocumentTitle(isLoading ? undefined : missingTitle(data));
  if (isLoading) return <ListingLoading />;
  const { title, category, listings = [] } = data ?? {};
  const suggested = category ? 'Similar listings' : 'Newest listings';
  return (
    <>
      <ListingUnavailable
        title="Listing not found"
        onRetry={onRetry}
        text={
          title
            ? `“${isolated(title)}” is no longer available. It may have been sold.`
            : 'This listing may have been sold or removed, or the link may be incomplete.'
        }
      >
        <Button component={PageLink} to={paths.landing}>
          Back to Home
        </Button>
      </ListingUnavailable>
      {listings.length > 0 && (
        <ListingRow
          id="suggestions"
          title={
            <Title order={2} size="h3" id="suggestions">
              {suggested}
            </Title>
          }
          allLabel={`See all ${suggested.toLowerCase()}`}
          to={paths.listings(category ? { category } : {})}
          listings={listings}
        />
      )}
    </>
  );
}
