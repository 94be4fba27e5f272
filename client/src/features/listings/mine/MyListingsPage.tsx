import { Button, Group, Skeleton, TextInput, Title, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OwnListingsPage } from '@marketplace/shared/listings/views';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { totalText } from '../../../ui/count-text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { IconPlus, IconSearch } from '../../../ui/icons/icons.tsx';
import { DraftList, useDrafts } from './DraftList.tsx';
import { IconArrowsUpDown } from '../../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ListingRows, sorts } from './ListingRows.tsx';
import classes from './MyListings.module.css';

const ImportModal = lazyPart(async () => (await import('../import/ImportModal.tsx')).ImportModal);

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'featured', label: 'Featured' },
  { value: 'reserved', label: 'Reserved' },
  { value: 'sold', label: 'Sold' },
  { value: 'ended', label: 'Ended' },
  { value: 'hidden', label: 'Hidden' },
  { value: 'drafts', label: 'Drafts' },
] as const;

type Status = (typeof statuses)[number]['value'];

/** About as many as fit on a screen. Longer lists get a search field. */
const easilySeen = 12;

/** The page of the user's listings. */
export function Component() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <PageContainer size={1048}>
      <Group justify="space-between" mb="lg">
        <Title order={1} ref={heading} tabIndex={-1}>
          My Listings
        </Title>
        <Group gap="xs" className={classes.commands}>
          <ImportButton />
          <Button
            component={PageLink}
            to={paths.newListing}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          >
            Create Listing
          </Button>
        </Group>
      </Group>
      <OwnListings onDeleted={() => heading.current?.focus()} />
    </PageContainer>
  );
}

function ImportButton() {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsUpDown size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        Import and export
      </Button>
      <ImportModal opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

/** The user's listings as rows, with filters by status and title if they are useful. */
function OwnListings({ onDeleted }: { onDeleted: () => void }) {
  const { status, sort, choose } = useView();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 200);
  const query = trpc.listings.mine.useInfiniteQuery(
    { status: status === 'drafts' ? undefined : status, search: search || undefined, sort },
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      // Each row counts its messages, which may have arrived since.
      refetchOnMount: 'always',
    },
  );
  const drafts = useDrafts();
  const { refetch, data } = query;
  const counts = data?.pages[0]?.counts;
  const listings = data?.pages.flatMap((page) => page.items);
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load your listings" onRetry={() => void refetch()} />;
  }
  if (!listings || !counts || !drafts) return <RowSkeletons />;
  if (counts.all + drafts.length === 0) return <NoListings />;
  // Someone with nothing but drafts sees these.
  const showsDrafts = status === 'drafts' || counts.all === 0;
  const showAll = () => {
    setTyped('');
    choose();
  };
  return (
    <section aria-label="Listings">
      <Group justify="space-between" gap="sm" mb="md" className={classes.tools}>
        <StatusFilter
          counts={{ ...counts, drafts: drafts.length }}
          status={showsDrafts ? 'drafts' : status}
          onChoose={choose}
        />
        {counts.all > easilySeen && !showsDrafts && (
          <TextInput
            type="search"
            aria-label="Search your listings"
            placeholder="Search your listings"
            className={classes.search}
            leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Group>
      <VisuallyHidden component="output">
        {search !== '' &&
          !query.isPlaceholderData &&
          totalText({ count: listings.length, capped: query.hasNextPage })}
      </VisuallyHidden>
      {showsDrafts && <DraftList drafts={drafts} onDeleted={onDeleted} />}
      {showsDrafts ? null : listings.length > 0 ? (
        <ListingRows
          listings={listings}
          isOnly={counts.all === 1}
          updating={query.isPlaceholderData}
          onDeleted={onDeleted}
          sort={sort}
          onSort={(order) => choose(status, order)}
        />
      ) : (
        <EmptyState
          title="No listings match"
          action={
            <Button variant="default" onClick={showAll}>
              Show all
            </Button>
          }
        />
      )}
      {!showsDrafts && <LoadMore query={query} />}
    </section>
  );
}

function NoListings() {
  return (
    <EmptyState
      title="You haven't created any listings yet."
      text="All you need is a photo, a price, and your town."
      action={
        <Button component={PageLink} to={paths.newListing} size="md">
          Create Your First Listing
        </Button>
      }
    />
  );
}

/** The status and the order that the address names. */
function useView() {
  const [address, setAddress] = useSearchParams();
  const status = statuses.find(({ value }) => value === address.get('status'))?.value;
  const sort = sorts.find(({ value }) => value === address.get('sort'))?.value;
  const choose = (chosen?: Status, order = sort) => {
    const view = { ...(chosen && { status: chosen }), ...(order && { sort: order }) };
    setAddress(view, { replace: true });
  };
  return { status, sort, choose };
}

interface FilterProps {
  counts: OwnListingsPage['counts'] & { drafts: number };
  status: Status | undefined;
  onChoose: (status?: Status) => void;
}

/** Chips with the number of listings of each status. Shows nothing if all are merely active. */
function StatusFilter({ counts, status, onChoose }: FilterProps) {
  const others = statuses.filter(({ value }) => counts[value] > 0 || value === status);
  if (others.every(({ value }) => value === 'active') && !status) return null;
  return (
    <Group component="fieldset" gap="xs" className={classes.filter}>
      <VisuallyHidden component="legend">Status</VisuallyHidden>
      {[{ value: undefined, label: 'All' }, ...others].map(({ value, label }) => (
        <PlainButton
          key={label}
          className="chip"
          aria-pressed={status === value}
          onClick={() => onChoose(value)}
        >
          {label} <span className="numbers">{counts[value ?? 'all'].toLocaleString('en-US')}</span>
        </PlainButton>
      ))}
    </Group>
  );
}

function RowSkeletons() {
  return (
    <div aria-busy>
      <VisuallyHidden component="output">Loading listings</VisuallyHidden>
      <ul className={`${classes.list} plain`} aria-hidden>
        {Array.from({ length: 4 }, (_, index) => (
          <li key={index} className={classes.row} data-testid="listing-skeleton">
            <Skeleton className={classes.check} width={20} height={20} radius="sm" />
            <Skeleton className={classes.photo} height="auto" style={{ aspectRatio: '4 / 3' }} />
            <div style={{ gridArea: 'text' }}>
              <Skeleton height={16} width="min(60%, 20rem)" radius="sm" />
              <Skeleton height={12} width="min(40%, 12rem)" radius="sm" mt={12} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
