import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import {
  IconBuildingStore,
  IconHeartHandshake,
  IconShieldCheck,
  IconSparkles,
} from '@tabler/icons-react';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { CategoryRow } from '../listings/CategoryRow.tsx';
import { AlbanyScene, SaratogaScene, SchenectadyScene, TroyScene } from './CityScenes.tsx';
import classes from './LandingPage.module.css';
import { RiverScene } from './RiverScene.tsx';
import { useSignInFromAddress } from './use-sign-in-from-address.ts';

const cities = [
  { Scene: AlbanyScene, name: 'Albany', text: 'The capital, from Pine Hills to the river' },
  { Scene: SchenectadyScene, name: 'Schenectady', text: 'The Electric City and the Stockade' },
  { Scene: TroyScene, name: 'Troy', text: 'Brownstones, markets and makers' },
  { Scene: SaratogaScene, name: 'Saratoga Springs', text: 'Broadway, the track and the springs' },
];

const features = [
  {
    icon: IconBuildingStore,
    title: 'Marketplace',
    text: 'Furniture, bikes, books, services: everything your neighbors are selling, in one place.',
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

/** The first page of the product, for whoever comes by. */
export function Component() {
  const { productName } = useBrand();
  useSignInFromAddress();
  return (
    <PageContainer>
      <section className={classes.hero}>
        <div className={classes.pitch}>
          <Text className={classes.eyebrow}>Albany · Schenectady · Troy · Saratoga Springs</Text>
          <h1 className={classes.headline}>Good things, from people nearby.</h1>
          <Text size="lg" c="dimmed" maw={480} className={classes.intro}>
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
        </div>
        <div className={classes.picture}>
          <RiverScene />
        </div>
      </section>

      <section className={classes.section} aria-labelledby="cities">
        <Title order={2} id="cities">
          Find it close to home
        </Title>
        <div className={classes.cards}>
          {cities.map(({ Scene, name, text }) => (
            <PageLink key={name} to={paths.listings({ location: name })} className={classes.city}>
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
      </section>

      <section className={classes.section} aria-labelledby="categories">
        <Title order={2} id="categories" mb="md">
          Shop by category
        </Title>
        <CategoryRow />
      </section>

      <section className={classes.section} aria-labelledby="features">
        <Title order={2} id="features">
          Why buy and sell here
        </Title>
        <div className={classes.cards}>
          {features.map(({ icon: Icon, title, text }) => (
            <PageLink key={title} to={paths.listings()} className={classes.feature}>
              <Icon size={26} stroke={1.75} />
              <h3>{title}</h3>
              <p>{text}</p>
            </PageLink>
          ))}
        </div>
      </section>

      <section className={classes.closing}>
        <h2>Your neighbors might have just what you need.</h2>
        <Group justify="center" mt="lg">
          <Button component={PageLink} to={paths.listings()} size="md" className={classes.light}>
            Explore Marketplace
          </Button>
          <Button component={PageLink} to={paths.listings()} size="md" className={classes.outline}>
            View All Listings
          </Button>
        </Group>
      </section>
    </PageContainer>
  );
}
