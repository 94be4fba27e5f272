import { Anchor, Text } from '@mantine/core';
import { maxCounted } from '@marketplace/shared/account/constants';
import { formatPrice } from '@marketplace/shared/money';
import type { SearchView } from '@marketplace/shared/searches/schemas';
import { paths } from '../../config/paths.ts';
import { Age } from '../../ui/time/Age.tsx';
import { numberText } from '../../ui/count-text.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { Photo } from '../listings/photos/Photo.tsx';
import classes from './searches.module.css';

/** What a search found lately, and how much in all. `to` is the whole list. */
export function Found({ search, to }: { search: SearchView; to: string }) {
  const { matchCount, lastMatches } = search;
  const state = search.paused && 'Paused · ';
  if (matchCount === 0) {
    return (
      <Text c="dimmed" size="sm">
        {state}Nothing new yet.{' '}
        <Anchor component={PageLink} to={to} size="sm" className="touch-link">
          See what&apos;s listed
        </Anchor>
      </Text>
    );
  }
  return (
    <div>
      <Text c="dimmed" size="sm" className="numbers" mb={lastMatches.length > 0 ? 'xs' : 0}>
        {state}
        {numberText({ count: matchCount, capped: matchCount >= maxCounted })} found in the last 90
        days
      </Text>
      <ul className={`${classes.found} plain`} aria-label="Newest">
        {lastMatches.map((listing) => (
          <li key={listing.id} className={classes.card}>
            <div className={classes.photo}>
              <Photo listing={listing} alt="" sizes="160px" emptyText="" />
            </div>
            <Text fw={600} size="sm" className="numbers">
              {formatPrice(listing.price)}
            </Text>
            <PageLink to={paths.listing(listing.id)} className={classes.title}>
              <bdi>{listing.title}</bdi>
            </PageLink>
            <Text size="xs" c="dimmed">
              <Age createdAt={listing.createdAt} />
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}
