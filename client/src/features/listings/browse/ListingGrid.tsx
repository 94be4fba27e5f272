import { Anchor, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { ListedView, ListingView } from '@marketplace/shared/listings/views';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import { ListingCard } from './ListingCard.tsx';
import cardClasses from './ListingCard.module.css';
import classes from './ListingGrid.module.css';

export type ListingLayout = 'grid' | 'list';

interface Props {
  listings: ListedView[];
  layout?: ListingLayout | 'row';
  /** Listings for changed filters are being fetched. */
  updating?: boolean;
  /** The page opens with it: its first row of pictures is fetched before others. */
  first?: boolean;
}

/** Cards in four, three or two columns, one below the other, or in a row that slides on phones. */
export function ListingGrid({ listings, layout = 'grid', updating = false, first = true }: Props) {
  return (
    <ul
      className={`${classes.grid} plain`}
      data-layout={layout}
      data-updating={updating || undefined}
      aria-busy={updating}
    >
      {listings.map((listing, index) => (
        <Fragment key={listing.id}>
          <li>
            <ListingCard
              listing={listing}
              layout={layout === 'list' ? 'list' : 'grid'}
              eager={first && index < 4}
            />
          </li>
          {listing.moreFromSeller && (
            <li>
              <MoreFromSeller listing={listing} count={listing.moreFromSeller} />
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  );
}

/** Stands for the other listings of a burst. */
function MoreFromSeller({ listing, count }: { listing: ListedView; count: number }) {
  return (
    <PageLink className={classes.more} to={paths.user(listing.sellerId)}>
      <UserAvatar user={listing.seller} size={44} />
      <span>
        <strong className="numbers">{count.toLocaleString('en-US')} more</strong> from this seller
      </span>
      <Text component="span" dir="auto" fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {listing.sellerName}
      </Text>
    </PageLink>
  );
}

/** Lines of a card; a title may take two. */
const skeletonLines = ['price', 'title', 'description', 'place'] as const;

/** Placeholders of the same size as cards. */
export function ListingSkeletons({
  count,
  layout = 'grid',
}: Pick<Props, 'layout'> & { count: number }) {
  return (
    <div aria-busy className={classes.grid} data-layout={layout}>
      <VisuallyHidden component="output">Loading listings</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <div
          key={index}
          className={cardClasses.card}
          data-layout={layout}
          data-testid="listing-skeleton"
          aria-hidden
        >
          <Bone className={`${cardClasses.frame} ${classes.picture}`} />
          <div className={cardClasses.body}>
            {skeletonLines.map((line) => (
              <div key={line} className={`${cardClasses[line]} ${classes.line}`} data-line={line}>
                <Bone className={classes.text} />
              </div>
            ))}
            <div className={cardClasses.seller}>
              <Bone className={classes.portrait} />
              <Bone className={classes.text} />
            </div>
          </div>
          <div className={`${cardClasses.actions} ${classes.action}`}>
            <Bone className={classes.text} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** A part of a placeholder, as Mantine's Skeleton, of which the server would render dozens, 50 µs each. */
function Bone({ className }: { className: string | undefined }) {
  return (
    <div
      className={`mantine-Skeleton-root ${Skeleton.classes.root} ${className}`}
      data-visible
      data-animate
    />
  );
}

interface RowProps {
  id: string;
  title: ReactNode;
  /** Name of the link to all of them, for screen readers. */
  allLabel: string;
  to: string;
  /** Absent while they are loading. */
  listings: ListingView[] | undefined;
}

/** One row of listings, which slides on phones. `title` has the heading with this `id`. */
export function ListingRow({ id, title, allLabel, to, listings }: RowProps) {
  return (
    <section aria-labelledby={id}>
      <Group gap="4px 8px" mb="sm">
        {title}
        <Anchor component={PageLink} to={to} className="touch-link" ml="auto" aria-label={allLabel}>
          See all
        </Anchor>
      </Group>
      {listings ? (
        <ListingGrid listings={listings} layout="row" />
      ) : (
        <ListingSkeletons count={4} layout="row" />
      )}
    </section>
  );
}

/** Titles of a page's lists: on phones smaller than the page's own title. */
export const listTitleSize = 'clamp(1.125rem, 4vw, 1.625rem)';

/** The row of featured listings. */
export function FeaturedRow({ listings }: { listings: ListingView[] | undefined }) {
  return (
    <ListingRow
      id="featured"
      title={
        <>
          <Title order={2} fz={listTitleSize} id="featured">
            Featured Listings
          </Title>
          <Text
            component="span"
            className="pill"
            bd="1px solid currentcolor"
            c="var(--accent-text)"
            fz="clamp(0.75rem, 2vw, 0.8125rem)"
          >
            Premium Members
          </Text>
        </>
      }
      allLabel="See all featured listings"
      to={paths.listings({ featured: 'true' })}
      listings={listings}
    />
  );
}
