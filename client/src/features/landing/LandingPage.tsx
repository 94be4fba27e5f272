import { Anchor, Box, Button, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { localPathOr } from '@marketplace/shared/auth/next-path';
import { categories, type Category } from '@marketplace/shared/listings/constants';
import { listInput, noFilters } from '@marketplace/shared/listings/filters';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { type Icon, IconBuildingStore } from '../../ui/icons/icons.tsx';
import { IconSparkles } from '../../ui/icons/listing-icons.tsx';
import {
  IconArmchair,
  IconBallFootball,
  IconBook2,
  IconCar,
  IconDeviceLaptop,
  IconDeviceWatch,
  IconDots,
  IconHanger,
  IconHeartHandshake,
  IconHeartbeat,
  IconPlant2,
  IconShieldCheck,
  IconSoup,
  IconTool,
} from '../../ui/icons/page-icons.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { ListingGrid, ListingSkeletons, listTitleSize } from '../listings/browse/ListingGrid.tsx';
import { usePostListing } from '../listings/edit/PostListingProvider.tsx';
import { Hero } from './Hero.tsx';
import { albany, saratoga, Scene, schenectady, troy } from './illustrations.tsx';
import classes from './LandingPage.module.css';

const cities = [
  { scene: albany, name: 'Albany', text: 'The capital, from Pine Hills to the river' },
  { scene: schenectady, name: 'Schenectady', text: 'The Electric City and the Stockade' },
  { scene: troy, name: 'Troy', text: 'Brownstones, markets, and makers' },
  { scene: saratoga, name: 'Saratoga Springs', text: 'Broadway, the track, and the springs' },
];

const sectionGap = { base: 40, md: 56 };
const anchor = { stroke: 1.75, style: { color: 'var(--mantine-color-anchor)' } };

const features = [
  {
    icon: IconBuildingStore,
    title: 'Marketplace',
    text: 'Everything your neighbors are selling, all in one place.',
  },
  {
    icon: IconShieldCheck,
    title: 'Safe Transactions',
    text: 'Message without sharing your address, check ratings, and meet in public.',
  },
  {
    icon: IconHeartHandshake,
    title: 'Community',
    text: 'Every listing is in one of our eight counties, near you.',
  },
  {
    icon: IconSparkles,
    title: 'Featured Listings',
    text: 'They take turns at the top, so everyone gets seen.',
  },
];

const categoryIcons: Record<Category, Icon> = {
  electronics: IconDeviceLaptop,
  furniture: IconArmchair,
  clothing: IconHanger,
  accessories: IconDeviceWatch,
  services: IconTool,
  food: IconSoup,
  health: IconHeartbeat,
  automotive: IconCar,
  home: IconPlant2,
  sports: IconBallFootball,
  books: IconBook2,
  other: IconDots,
};

/** The landing page: a search and the newest listings, then categories, cities, and features. */
export function Component() {
  useSignInFromAddress();
  return (
    <PageContainer py={{ base: 16, sm: 32 }}>
      <Hero />
      <Section
        id="just-posted"
        title="Just posted"
        mt={{ base: 24, md: 32 }}
        more={
          <Anchor
            component={PageLink}
            to={paths.listings()}
            className="touch-link"
            aria-label="See all listings"
          >
            See all
          </Anchor>
        }
      >
        <Newest />
      </Section>

      <Section id="categories" title="Shop by category">
        <ul className={`${classes.categories} plain`}>
          {categories.map(({ value, label }) => {
            const Icon = categoryIcons[value];
            return (
              <li key={value}>
                <PageLink to={paths.listings({ category: value })} className={classes.category}>
                  <Icon size={22} {...anchor} aria-hidden />
                  {label}
                </PageLink>
              </li>
            );
          })}
        </ul>
      </Section>

      <Section
        id="cities"
        title="Find it close to home"
        more={
          <Anchor component={PageLink} to={paths.map()} className="touch-link">
            See all towns on the map
          </Anchor>
        }
      >
        <div className={classes.cards}>
          {cities.map(({ scene, name, text }) => (
            <PageLink key={name} to={paths.listings({ location: name })}>
              <div className={classes.view}>
                <Scene {...scene} />
              </div>
              <h3>{name}</h3>
              <p>{text}</p>
            </PageLink>
          ))}
        </div>
      </Section>

      <Section id="features" title="Why buy and sell here">
        <div className={`${classes.cards} ${classes.features}`}>
          {features.map(({ icon: Icon, title, text }) => (
            <PageLink key={title} to={paths.listings()}>
              <Icon size={24} {...anchor} />
              <h3>{title}</h3>
              <p>{text}</p>
            </PageLink>
          ))}
        </div>
      </Section>

      <Closing />
    </PageContainer>
  );
}

interface SectionProps {
  id: string;
  title: string;
  more?: ReactNode;
  mt?: typeof sectionGap;
  children: ReactNode;
}

function Section({ id, title, more, mt = sectionGap, children }: SectionProps) {
  return (
    <Box component="section" mt={mt} aria-labelledby={id}>
      <Group justify="space-between" gap="4px 16px" mb="sm">
        <Title order={2} fz={listTitleSize} id={id}>
          {title}
        </Title>
        {more}
      </Group>
      {children}
    </Box>
  );
}

/** The newest listings. Uses the same query as `/listings`, which then opens at once. */
function Newest() {
  const postListing = usePostListing();
  const query = trpc.listings.list.useInfiniteQuery(listInput(noFilters), {
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const count = 8;
  const listings = query.data?.pages[0]?.items.slice(0, count);
  if (query.isError && !listings) {
    return <ErrorState title="We couldn't load listings" onRetry={() => void query.refetch()} />;
  }
  if (!listings) return <ListingSkeletons count={count} />;
  if (listings.length === 0) {
    return (
      <EmptyState
        title="No listings available yet in the Capital Region."
        text="Be the first to list an item or service."
        action={<Button onClick={postListing}>Post Listing</Button>}
        order={3}
      />
    );
  }
  // Only the full list says how many more listings a seller has.
  const whole = listings.map((listing) => ({ ...listing, moreFromSeller: undefined }));
  return <ListingGrid listings={whole} />;
}

function Closing() {
  return (
    <Box
      component="section"
      mt={sectionGap}
      px={{ base: 20, md: 40 }}
      py={{ base: 28, md: 36 }}
      bg="river.8"
      bdrs={20}
      c="white"
      className={classes.closing}
    >
      <h2>Your neighbors might have just what you need.</h2>
      <Group gap="sm" justify="center">
        <Button component={PageLink} to={paths.listings()} size="md" className={classes.light}>
          Explore Marketplace
        </Button>
        <Button component={PageLink} to={paths.listings()} size="md" className={classes.outline}>
          View All Listings
        </Button>
      </Group>
    </Box>
  );
}

/** Handles `/?signin=1&next=<path>`: goes to `next`, after the sign-in dialog for a visitor. */
function useSignInFromAddress(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const user = useCurrentUser();
  const wanted = search.get('signin') === '1';
  const next = localPathOr(search.get('next'));
  const asked = useRef(false);

  useEffect(() => {
    if (!wanted) asked.current = false;
    else if (user) void navigate(next, { replace: true });
    else if (user === null && !asked.current) {
      asked.current = true;
      openSignIn({ onClose: () => void navigate(paths.landing, { replace: true }) });
    }
  }, [wanted, next, user, navigate, openSignIn]);
}
