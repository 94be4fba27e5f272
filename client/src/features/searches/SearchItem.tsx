import { Anchor, Button, Group, NativeSelect, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { maxCounted } from '@marketplace/shared/account/constants';
import { isolated } from '@marketplace/shared/direction';
import { filtersOfValues } from '@marketplace/shared/listings/filters';
import { formatPrice } from '@marketplace/shared/money';
import { generalFailure } from '@marketplace/shared/outcomes/general';
import type { SearchFrequency, SearchView } from '@marketplace/shared/searches/schemas';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { numberText } from '../../ui/count-text.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Age } from '../../ui/time/Age.tsx';
import { toast } from '../../ui/toast.ts';
import { activeFilters } from '../listings/browse/active-filters.ts';
import { Photo } from '../listings/photos/Photo.tsx';
import { frequencies, savedPath } from '../listings/saved/saved-filters.ts';
import { SearchName, useChange } from './SearchName.tsx';
import classes from './searches.module.css';

/** A saved search or a followed seller. `onDeleted` is called once it is gone from the page. */
export function SearchItem({ search, onDeleted }: { search: SearchView; onDeleted: () => void }) {
  const { id, seller, paused } = search;
  const name = seller?.displayName ?? search.name;
  const filters = filtersOfValues(search.filter);
  const to = seller ? paths.user(seller.id) : savedPath(filters);
  const [asking, setAsking] = useState(false);
  const { searches } = trpc.useUtils();
  const remove = trpc.searches.remove.useMutation({
    onSuccess() {
      searches.list.setData(undefined, (list) => list?.filter((search) => search.id !== id));
      const title = seller ? `You don't follow ${isolated(name)} anymore` : 'Search deleted';
      toast({ title, kind: 'success' });
      onDeleted();
    },
    onError: (error) => toastFailure(error, generalFailure),
  });
  const end = seller ? 'Unfollow' : 'Delete';
  return (
    <Paper
      component="li"
      withBorder
      radius="lg"
      p={{ base: 'md', sm: 'lg' }}
      display="grid"
      style={{ gap: 12 }}
      aria-label={name}
    >
      <SearchName search={search} to={to} />
      {!seller && (
        <Group
          component="ul"
          className="plain"
          gap={6}
          align="stretch"
          opacity={paused ? 0.6 : 1}
          aria-label="Filters"
        >
          {activeFilters(filters).map(({ name: filter, label }) => (
            <li key={filter} className={classes.filter}>
              {label}
            </li>
          ))}
        </Group>
      )}
      <Found search={search} to={to} />
      <Group gap="xs" wrap="nowrap">
        <Frequency search={search} name={name} />
        <Button
          variant="subtle"
          color="red"
          mih={44}
          px={10}
          ml="auto"
          flex="none"
          aria-label={`${end} ${isolated(name)}`}
          disabled={Boolean(seller) && remove.isPending}
          onClick={() => (seller ? remove.mutate({ id }) : setAsking(true))}
        >
          {end}
        </Button>
      </Group>
      <ConfirmDialog
        title="Delete this search?"
        confirm={{ label: 'Delete', busyLabel: 'Deleting...' }}
        isBusy={remove.isPending}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ id })}
      >
        <Text style={{ overflowWrap: 'anywhere' }}>
          You won&apos;t hear about new ones for “{name}” anymore. You can pause it instead.
        </Text>
      </ConfirmDialog>
    </Paper>
  );
}

/** Shows the newest matches of a search and their number. `to` is the path of the whole list. */
function Found({ search, to }: { search: SearchView; to: string }) {
  const { matchCount, lastMatches, paused } = search;
  const state = paused && 'Paused · ';
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
      <ul
        className={`${classes.found} plain`}
        style={{ opacity: paused ? 0.6 : 1 }}
        aria-label="Newest"
      >
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

function Frequency({ search, name }: { search: SearchView; name: string }) {
  const { id, frequency, paused } = search;
  const change = useChange();
  return (
    <>
      <NativeSelect
        flex="0 1 180px"
        miw={0}
        aria-label={`How often for ${isolated(name)}`}
        data={[...frequencies]}
        value={frequency}
        disabled={paused}
        title={paused ? 'Resume it first' : undefined}
        onChange={(event) =>
          change.mutate({ id, frequency: event.currentTarget.value as SearchFrequency })
        }
      />
      <Button
        variant="default"
        mih={44}
        flex="none"
        aria-label={`${paused ? 'Resume' : 'Pause'} ${isolated(name)}`}
        aria-disabled={change.isPending}
        onClick={() => !change.isPending && change.mutate({ id, paused: !paused })}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </>
  );
}
