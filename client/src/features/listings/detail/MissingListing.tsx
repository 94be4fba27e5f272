import { Button, Group, Title } from '@mantine/core';
import type { MissingListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../../api/trpc.ts';
import { useDocumentTitle } from '../../../config/document-title.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { ListingRow } from '../browse/ListingGrid.tsx';
import { missingTitle } from '../titles.ts';
import { ListingLoading } from './ListingLoading.tsx';

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
  return (
    <>
      <EmptyState
        order={1}
        title="Listing not found"
        text={
          onRetry
            ? "We couldn't load this listing. Check your connection and try again."
            : reason(data)
        }
        action={
          <Group justify="center">
            {onRetry && (
              <Button variant="default" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button component={PageLink} to={paths.landing}>
              Back to Home
            </Button>
          </Group>
        }
      />
      {data && data.listings.length > 0 && <Suggestions {...data} />}
    </>
  );
}

function reason(missing: MissingListingView | undefined): string {
  return missing?.title
    ? `“${isolated(missing.title)}” is no longer available. It may have been sold.`
    : 'This listing may have been sold or removed, or the link may be incomplete.';
}

function Suggestions({ category, listings }: MissingListingView) {
  const title = category ? 'Similar listings' : 'Newest listings';
  return (
    <ListingRow
      id="suggestions"
      title={
        <Title order={2} size="h3" id="suggestions">
          {title}
        </Title>
      }
      allLabel={`See all ${title.toLowerCase()}`}
      to={paths.listings(category ? { category } : {})}
      listings={listings}
    />
  );
}
