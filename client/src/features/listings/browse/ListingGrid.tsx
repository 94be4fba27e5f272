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
  /** True while listings for changed filters are being fetched. */
  updating?: boolean;
  /** True if the page starts with this grid. Its first row of pictures then loads eagerly. */
  first?: boolean;
}

/** Cards in two to four columns, in a list, or in a row that scrolls sideways on phones. */
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

/** Stands for the folded listings of a seller who posted many in a row. */
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

const skeletonLines = [
  ['price', '30%'],
  ['title', '85%'],
  ['description', '95%'],
  ['place', '55%'],
] as const;

/** Placeholders of the same size as cards. */
export function ListingSkeletons(props: Pick<Props, 'layout'> & { count: number }) {
  const { count, layout = 'grid' } = props;
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
            {skeletonLines.map(([line, width]) => (
              <div key={line} className={`${cardClasses[line]} ${classes.line}`} data-line={line}>
                <Bone className={classes.text} width={width} />
              </div>
            ))}
            <div className={cardClasses.seller}>
              <Bone className={classes.portrait} />
              <Bone className={classes.text} />
            </div>
          </div>
          <div className={cardClasses.actions}>
            <div className={cardClasses.words}>
              <Bone className={classes.text} width="5.5rem" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** A part of a placeholder. Mantine's Skeleton would cost the server 50 µs for each of dozens. */
function Bone({ className, width }: { className: string | undefined; width?: string }) {
  return (
    <div
      className={`mantine-Skeleton-root ${Skeleton.classes.root} ${className}`}
      style={{ width }}
      data-visible
      data-animate
    />
  );
}

interface RowProps {
  id: string;
  title: ReactNode;
  /** Label of the "See all" link for screen readers. */
  allLabel: string;
  to: string;
  /** Undefined while they are loading. */
  listings: ListingView[] | undefined;
}

/** A row of listings that scrolls sideways on phones. `title` has the heading with this `id`. */
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

/** Font size of the titles of lists. On phones, it is smaller than that of the page's title. */
export const listTitleSize = 'clamp(1.125rem, 4vw, 1.625rem)';

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
