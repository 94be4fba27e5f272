import { Skeleton, Text, Title } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { useDocumentTitle } from '../../config/document-title.ts';
import { paths } from '../../config/paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { totalText } from '../listings/filters-counts.ts';
import { titleSize } from '../listings/title-size.ts';
import { Trail } from '../listings/Trail.tsx';
import classes from './MapPage.module.css';
import { CountyList, TownList } from './PlaceList.tsx';
import { countPlaces } from './places.ts';
import { RegionMap } from './RegionMap.tsx';
import { usePlaceUnderPointer } from './use-place-under-pointer.ts';
import { useStartAtTop } from './use-start-at-top.ts';

const home = { label: 'Home', to: paths.landing };
const map = { label: 'Map', to: paths.map() };

/** What is for sale where: the region or, with `county` in the address, one county of it. */
export function Component() {
  const [params] = useSearchParams();
  const { data, error, refetch } = trpc.listings.places.useQuery();
  const { place, handlers } = usePlaceUnderPointer();
  const counties = data && countPlaces(data);
  const county = counties?.find(({ name }) => name === params.get('county'));
  const title = county ? `${county.name} County` : 'Find it on the map';
  const titleRef = useStartAtTop(county?.name);
  useDocumentTitle(county ? title : 'Map');
  return (
    <PageContainer>
      {county ? <Trail here={title} above={[home, map]} /> : <Trail here="Map" />}
      <Title order={1} fz={titleSize} ref={titleRef} tabIndex={-1} className={classes.title}>
        {title}
      </Title>
      {counties ? (
        <>
          <Text c="dimmed" mb="lg" className="numbers">
            {totalText(county ?? { count: data.total })} in{' '}
            {county ? `${county.name} County` : 'the Capital Region'}. The larger the circle, the
            more there is.
          </Text>
          <div className={classes.columns} {...handlers}>
            <nav className={classes.panel} aria-label="Map">
              <a href="#places" className={classes.skip}>
                Skip to the list
              </a>
              {county && (
                <PageLink to={paths.map()} className={classes.back}>
                  All counties
                </PageLink>
              )}
              <RegionMap counties={counties} county={county} marked={place} />
            </nav>
            <nav id="places" tabIndex={-1} className={classes.places} aria-label="List of places">
              {county ? (
                <TownList county={county} counties={counties} marked={place} />
              ) : (
                <CountyList counties={counties} total={data.total} marked={place} />
              )}
            </nav>
          </div>
        </>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={560} radius="lg" mt="lg" />
      )}
    </PageContainer>
  );
}
