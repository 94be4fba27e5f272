import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import {
  IconBuildingStore,
  IconHeartHandshake,
  IconShieldCheck,
  IconSparkles,
} from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { localPathOr } from '@marketplace/shared/auth/next-path';
import { useBrand } from '../../config/page-config.tsx';
import { paths } from '../../config/paths.ts';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { useSignIn } from '../auth/SignInProvider.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { CategoryRow } from './CategoryRow.tsx';
import { AlbanyScene, SaratogaScene, SchenectadyScene, TroyScene } from './CityScenes.tsx';
import classes from './LandingPage.module.css';
import sceneClasses from './Scene.module.css';

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

/** The valley, drawn in the theme's colors: hills, a town on the bank, the river's bend. */
function RiverScene() {
  return (
    <svg className={sceneClasses.scene} viewBox="0 0 640 480" aria-hidden="true" focusable="false">
      <rect width="640" height="480" className={sceneClasses.sky} />
      <circle cx="486" cy="118" r="46" className={sceneClasses.sun} />
      <path
        className={sceneClasses.far}
        d="M0 214c60-44 118-62 170-38 40 18 74 8 122-30 50-40 104-34 158 6 52 38 120 30 190-14v342H0z"
      />
      <path
        className={sceneClasses.middle}
        d="M0 262c92-40 158-36 224-8 74 32 130 18 202-10 78-30 140-22 214 10v226H0z"
      />
      <g className={sceneClasses.town}>
        <path d="M92 276v-52l26-20 26 20v52zM150 276v-84h40v84zM196 276v-60h30v60zM232 276v-104l17-26 17 26v104zM272 276v-68h44v68zM322 276v-46l22-16 22 16v46z" />
      </g>
      <path
        className={sceneClasses.roof}
        d="M88 228l30-25 30 25zM318 233l26-20 26 20zM229 174l20-32 20 32z"
      />
      <g className={sceneClasses.windows}>
        <path d="M159 206h7v10h-7zM174 206h7v10h-7zM159 228h7v10h-7zM174 228h7v10h-7zM159 250h7v10h-7zM174 250h7v10h-7zM245 190h8v12h-8zM245 216h8v12h-8zM282 222h8v10h-8zM298 222h8v10h-8zM282 244h8v10h-8zM298 244h8v10h-8zM206 230h9v12h-9zM112 240h12v14h-12zM338 246h12v14h-12z" />
      </g>
      <path
        className={sceneClasses.bank}
        d="M0 284c80-18 190-20 300-8 130 14 230-4 340-18v222H0z"
      />
      <path
        className={sceneClasses.river}
        d="M640 286c-76 4-178 12-244 28-70 17-90 40-40 60 64 26 126 36 128 66 1 16-22 28-56 40H116c34-22 92-34 88-62-4-26-92-34-88-66 4-34 90-50 184-58 120-10 240-12 340-24z"
      />
      <path
        className={sceneClasses.ripples}
        d="M420 322c30-6 64-10 96-12M196 352c24-10 52-16 84-20M300 404c26 6 52 10 72 18M236 446c18 2 40 2 62 8"
      />
      <g className={sceneClasses.trees}>
        <path d="M48 300l18-44 18 44zM20 312l16-38 16 38zM548 280l20-50 20 50zM586 292l18-44 18 44zM520 288l14-34 14 34zM70 400l22-52 22 52zM556 400l26-60 26 60zM516 420l20-46 20 46z" />
      </g>
    </svg>
  );
}

/**
 * `/?signin=1&next=<path>` opens the sign-in dialog and leads on to `next` afterwards, at once for
 * somebody who is signed in already.
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
