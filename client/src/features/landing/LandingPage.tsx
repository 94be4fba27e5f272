import { Anchor, Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { localPathOr } from '@marketplace/shared/auth/next-path';
import { categories, type Category } from '@marketplace/shared/listings/constants';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import type { Icon } from '../../ui/icons/icons.tsx';
import { IconSparkles } from '../../ui/icons/listing-icons.tsx';
import {
  IconArmchair,
  IconBallFootball,
  IconBook2,
  IconBuildingStore,
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
import { AlbanyScene, RiverScene, SaratogaScene, SchenectadyScene, TroyScene } from './scenes.tsx';
import classes from './LandingPage.module.css';

const cities = [
  { Scene: AlbanyScene, name: 'Albany', text: 'The capital, from Pine Hills to the river' },
  { Scene: SchenectadyScene, name: 'Schenectady', text: 'The Electric City and the Stockade' },
  { Scene: TroyScene, name: 'Troy', text: 'Brownstones, markets, and makers' },
  { Scene: SaratogaScene, name: 'Saratoga Springs', text: 'Broadway, the track, and the springs' },
];

const sectionGap = { base: 56, md: 80 };

const features = [
  {
    icon: IconBuildingStore,
    title: 'Marketplace',
    text: 'Furniture, bikes, books, services: everything your neighbors are selling, all in one place.',
  },
  {
    icon: IconShieldCheck,
    title: 'Safe Transactions',
    text: 'Message without sharing your address, check ratings, and meet in public places.',
  },
  {
    icon: IconHeartHandshake,
    title: 'Community',
    text: 'Every listing is in one of our eight counties, so you buy from people nearby.',
  },
  {
    icon: IconSparkles,
    title: 'Featured Listings',
    text: 'Featured listings take turns at the top of the marketplace, so more people see them.',
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

/** The first page of the product, for visitors. */
export function Component() {
  const { productName } = useBrand();
  useSignInFromAddress();
  return (
    <PageContainer>
      <section className={classes.hero}>
        <Stack gap="clamp(12px, 2.1vw, 16px)">
          <Text fz="xs" fw={650} c="var(--accent-text)">
            Albany · Schenectady · Troy · Saratoga Springs
          </Text>
          <Title
            fz="clamp(2.125rem, 5.2vw, 3.5rem)"
            fw={750}
            lh={1.08}
            lts="-0.025em"
            textWrap="balance"
          >
            Good things, from people nearby.
          </Title>
          <Text size="lg" c="dimmed" maw={480} style={{ textWrap: 'pretty' }}>
            {productName} is where neighbors in the Capital Region buy and sell. Browse without an
            account, and sign in with your email when you want to post a listing or message a
            seller.
          </Text>
          <Group mt="lg" className={classes.calls}>
            <Button component={PageLink} to={paths.listings()} size="lg">
              Browse Marketplace
            </Button>
            <Button component={PageLink} to={paths.newListing} size="lg" variant="default">
              Post a listing
            </Button>
          </Group>
        </Stack>
        <div className={classes.picture}>
          <RiverScene />
        </div>
      </section>

      <Box component="section" mt={sectionGap} aria-labelledby="cities">
        <Title order={2} id="cities">
          Find it close to home
        </Title>
        <div className={classes.cards}>
          {cities.map(({ Scene, name, text }) => (
            <PageLink key={name} to={paths.listings({ location: name })}>
              <div className={classes.view}>
                <Scene />
              </div>
              <h3>{name}</h3>
              <p>{text}</p>
            </PageLink>
          ))}
        </div>
        <Anchor component={PageLink} to={paths.map()} fw={600} display="inline-block" mt="lg">
          See all towns on the map
        </Anchor>
      </Box>

      <Box component="section" mt={sectionGap} aria-labelledby="categories">
        <Title order={2} id="categories" mb="md">
          Shop by category
        </Title>
        <CategoryRow />
      </Box>

      <Box component="section" mt={sectionGap} aria-labelledby="features">
        <Title order={2} id="features">
          Why buy and sell here
        </Title>
        <div className={classes.cards}>
          {features.map(({ icon: Icon, title, text }) => (
            <PageLink key={title} to={paths.listings()}>
              <Icon size={26} stroke={1.75} />
              <h3>{title}</h3>
              <p>{text}</p>
            </PageLink>
          ))}
        </div>
      </Box>

      <Closing />
    </PageContainer>
  );
}

function Closing() {
  return (
    <Box
      component="section"
      mt={{ base: 64, md: 88 }}
      px={{ base: 20, md: 24 }}
      py={{ base: 40, md: 64 }}
      bg="river.8"
      bdrs={20}
      c="white"
      ta="center"
      className={classes.closing}
    >
      <h2>Your neighbors might have just what you need.</h2>
      <Group justify="center" mt="lg">
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

/** All categories, as links to their listings. */
function CategoryRow() {
  return (
    <ul className={`${classes.categories} plain`}>
      {categories.map(({ value, label }) => {
        const Icon = categoryIcons[value];
        return (
          <li key={value}>
            <PageLink to={paths.listings({ category: value })} className={classes.category}>
              <Icon size={26} stroke={1.75} aria-hidden />
              {label}
            </PageLink>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * `/?signin=1&next=<path>` opens the sign-in dialog and then goes to `next`, at once for a user who is
 * signed in already.
 */
function useSignInFromAddress(): void {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const openSignIn = useSignIn();
  const user = useCurrentUser();
  const wanted = search.get('signin') === '1';
  const next = localPathOr(search.get('next'));
  const asked = useRef(false);

  useEffect(() => {
    if (!wanted) {
      asked.current = false;
      return;
    }
    if (user) {
      void navigate(next, { replace: true });
    } else if (user === null && !asked.current) {
      asked.current = true;
      openSignIn({ onClose: () => void navigate(paths.landing, { replace: true }) });
    }
  }, [wanted, next, user, navigate, openSignIn]);
}
