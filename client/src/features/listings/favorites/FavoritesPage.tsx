import { Anchor, Button, Title, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import type { FavoriteView } from '@marketplace/shared/favorites/schemas';
import { listingsPerPage } from '@marketplace/shared/listings/constants';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconHeart, IconPhoto } from '../../../ui/icons/icons.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { PageContainer } from '../../../ui/PageContainer.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ListingCard } from '../browse/ListingCard.tsx';
import cardClasses from '../browse/ListingCard.module.css';
import { ListingSkeletons } from '../browse/ListingGrid.tsx';
import { InactiveBadge } from '../browse/ListingState.tsx';
import gridClasses from '../browse/ListingGrid.module.css';
import photoClasses from '../photos/Photo.module.css';
import { FavoriteButton } from './FavoriteButton.tsx';
import { readVisitorFavorites } from './favorites-storage.ts';

/** The saved listings, newest first. A visitor's are stored in the browser. */
export function Component() {
  const user = useCurrentUser();
  return (
    <PageContainer>
      <Title order={1} mb="md">
        Favorites
      </Title>
      {user ? <UserFavorites /> : <VisitorFavorites />}
    </PageContainer>
  );
}

function UserFavorites() {
  const query = trpc.favorites.list.useInfiniteQuery(
    {},
    {
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      // A removed favorite keeps its place until the user leaves the page.
      refetchOnMount: 'always',
    },
  );
  const favorites = query.data?.pages.flatMap((page) => page.items);
  if (query.isError && !favorites) return <Failure onRetry={() => void query.refetch()} />;
  if (!favorites?.length && readVisitorFavorites().length > 0) return <VisitorFavorites />;
  if (!favorites) return <ListingSkeletons count={8} />;
  if (favorites.length === 0) return <NoFavorites />;
  return (
    <>
      <FavoriteList favorites={favorites} />
      <LoadMore query={query} />
    </>
  );
}

/** The favorites in the browser. After a sign-in, they are visible until they are merged. */
function VisitorFavorites() {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  // Read once, so that a removed favorite keeps its place.
  const [ids] = useState(readVisitorFavorites);
  const [pages, setPages] = useState(1);
  const queries = trpc.useQueries((t) =>
    Array.from({ length: Math.min(pages, Math.ceil(ids.length / listingsPerPage)) }, (_, page) =>
      t.listings.byIds({
        ids: ids.slice(page * listingsPerPage, (page + 1) * listingsPerPage),
      }),
    ),
  );
  if (ids.length === 0) return <NoFavorites />;
  const failed = queries.find((query) => query.isError);
  if (failed) return <Failure onRetry={() => void failed.refetch()} />;
  if (queries[0]?.data === undefined) return <ListingSkeletons count={Math.min(ids.length, 8)} />;
  const loaded = queries.flatMap(({ data }) => (data ? [{ items: data }] : []));
  const listings = new Map(loaded.flatMap(({ items }) => items.map((one) => [one.id, one])));
  const visible = ids.slice(0, loaded.length * listingsPerPage);
  const more = {
    data: { pages: loaded },
    hasNextPage: pages * listingsPerPage < ids.length,
    isFetchingNextPage: queries.some((query) => query.isFetching),
    async fetchNextPage() {
      setPages(pages + 1);
      return { isError: false };
    },
  };
  return (
    <>
      {!user && (
        <p style={{ margin: '0 0 20px' }}>
          Kept in this browser.{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => openSignIn()}
          >
            Sign in
          </Anchor>{' '}
          to see them on all your devices and hear about price drops.
        </p>
      )}
      <FavoriteList
        // A removed listing has no title, because the browser stores only ids.
        favorites={visible.map((id) => {
          const listing = listings.get(id) ?? null;
          return { listingId: id, title: listing?.title ?? null, listing };
        })}
      />
      <LoadMore query={more} />
    </>
  );
}

type Favorite = Omit<FavoriteView, 'savedAt'>;

function FavoriteList({ favorites }: { favorites: Favorite[] }) {
  return (
    <>
      <VisuallyHidden component="h2">Saved listings</VisuallyHidden>
      <ul className={`${gridClasses.grid} plain`}>
        {favorites.map((favorite, index) => (
          <li key={favorite.listingId}>
            {favorite.listing ? (
              <ListingCard listing={favorite.listing} layout="grid" eager={index < 4} />
            ) : (
              <RemovedCard {...favorite} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shown in place of a listing that can no longer be opened. */
function RemovedCard({ listingId, title }: Favorite) {
  const titleId = useId();
  const name = title ?? 'A listing you saved';
  return (
    <article className={cardClasses.card} data-gone>
      <div className={cardClasses.frame}>
        <div className={photoClasses.empty}>
          <IconPhoto size={32} stroke={1.75} aria-hidden />
        </div>
        <span className={cardClasses.badges}>
          <InactiveBadge>Removed</InactiveBadge>
        </span>
      </div>
      <div className={cardClasses.body}>
        <h3 id={titleId} dir="auto" className={cardClasses.title}>
          <span className={cardClasses.link}>{name}</span>
        </h3>
        <p className={cardClasses.description}>This listing was removed.</p>
      </div>
      <FavoriteButton listing={{ id: listingId, title: name }} floats titleId={titleId} />
    </article>
  );
}

function NoFavorites() {
  return (
    <EmptyState
      icon={<IconHeart size={40} stroke={1.25} color="var(--mantine-color-dimmed)" />}
      title="No favorites yet"
      text="Press the heart on a listing to find it here again, and to hear when its price drops."
      action={
        <Button component={PageLink} to={paths.listings()} size="md">
          Browse listings
        </Button>
      }
    />
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return <ErrorState title="We couldn't load your favorites" onRetry={onRetry} />;
}
