import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { filterLocations } from '@marketplace/shared/regions/filter-locations';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { IconSearch } from '../../ui/icons/icons.tsx';
import { IconCheck, IconMapPin } from '../../ui/icons/listing-icons.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { SearchInput } from '../listings/search/SearchInput.tsx';
import { river, Scene } from './illustrations.tsx';
import classes from './Hero.module.css';

/** The top of the landing page, low enough that listings are visible below. */
export function Hero() {
  const user = useCurrentUser();
  return (
    <section className={classes.hero}>
      <Stack gap={0}>
        <Title
          fz="clamp(1.75rem, 4.2vw, 2.75rem)"
          fw={750}
          lh={1.1}
          lts="-0.025em"
          textWrap="balance"
        >
          Good things, from people nearby.
        </Title>
        <Text
          c="dimmed"
          fz={{ md: '1.0625rem' }}
          mt={{ base: 6, md: 10 }}
          mb={{ base: 16, md: 20 }}
          style={{ textWrap: 'pretty' }}
        >
          {user
            ? "Here's what your neighbors just posted."
            : 'Buy and sell locally. Browse without an account.'}
        </Text>
        <SearchForm />
        <Group gap="xs" mt={{ base: 12, md: 16 }} className={classes.calls}>
          <Button component={PageLink} to={paths.listings()} variant="default">
            Browse Marketplace
          </Button>
          <Button component={PageLink} to={paths.newListing} variant="default">
            Post a listing
          </Button>
        </Group>
        {user ? (
          <OwnPlaces />
        ) : (
          <Box component="ul" mt={{ base: 12, md: 16 }} className={`${classes.reasons} plain`}>
            {['Local listings', 'Seller ratings', 'Email stays private'].map((reason) => (
              <li key={reason}>
                <IconCheck size={16} style={{ color: 'var(--mantine-color-anchor)' }} aria-hidden />
                {reason}
              </li>
            ))}
          </Box>
        )}
      </Stack>
      <div className={classes.picture}>
        <Scene {...river} />
      </div>
    </section>
  );
}

function SearchForm() {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const go = (chosen: Partial<SuggestionView['filter']> = {}) => {
    const fields = new FormData(form.current ?? undefined);
    const read = (name: string) => String(fields.get(name)).trim();
    const typed = { search: read('search'), location: read('location') };
    void navigate(paths.listings({ ...typed, ...chosen }));
  };
  return (
    <search>
      <form
        ref={form}
        method="get"
        action={paths.listings()}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <span className={classes.field}>
          <IconSearch size={20} stroke={1.75} aria-hidden />
          <SearchInput
            aria-label="Search listings"
            placeholder="What are you looking for?"
            onChosen={go}
          />
        </span>
        <span className={`${classes.field} ${classes.where}`}>
          <IconMapPin size={20} stroke={1.75} aria-hidden />
          <select name="location" aria-label="Location" defaultValue="">
            <option value="">All locations</option>
            {filterLocations.map((town) => (
              <option key={town}>{town}</option>
            ))}
          </select>
        </span>
        <Button type="submit" h={44} m={4} style={{ alignSelf: 'center' }}>
          Search
        </Button>
      </form>
    </search>
  );
}

function OwnPlaces() {
  const unread = trpc.messaging.unreadCount.useQuery().data?.count ?? 0;
  return (
    <Group gap="4px 24px" mt="md">
      <Anchor component={PageLink} to={paths.messages} className="touch-link">
        {unread > 0 ? `Messages (${unread} unread)` : 'Messages'}
      </Anchor>
      <Anchor component={PageLink} to={paths.myListings} className="touch-link">
        My Listings
      </Anchor>
    </Group>
  );
}
