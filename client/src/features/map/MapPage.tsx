import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { type SyntheticEvent, useState, useEffect, useRef } from 'react';
import { useSearchParams, useNavigationType } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { useDocumentTitle } from '../../config/document-title.ts';
import { paths } from '../../config/paths.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageContainer } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs/Breadcrumbs.tsx';
import { totalText } from '../../ui/count-text.ts';
import classes from './MapPage.module.css';
import colors from './colors.module.css';
import { CountyList, TownList } from './PlaceList.tsx';
import { RegionMap } from './RegionMap.tsx';
import { countPlaces } from './map-view.ts';

const home = { label: 'Home', to: paths.landing };
const map = { label: 'Map', to: paths.map() };

/** The listings on a map: of the region or, with `county` in the address, of one county. */
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
      {county ? <Breadcrumbs here={title} above={[home, map]} /> : <Breadcrumbs here="Map" />}
      <Title order={1} ref={titleRef} tabIndex={-1}>
        {title}
      </Title>
      {counties ? (
        <>
          <Text c="dimmed" mb="lg" className="numbers">
            {totalText(county ?? { count: data.total })} in{' '}
            {county ? `${county.name} County` : 'the Capital Region'}. Bigger circles mean more
            listings.
          </Text>
          <div className={classes.columns} {...handlers}>
            <nav className={`${classes.panel} ${colors.colors}`} aria-label="Map">
              <a href="#places" className="skip-link">
                Skip to the list
              </a>
              {county && (
                <PageLink to={paths.map()} className={classes.back}>
                  All counties
                </PageLink>
              )}
              <RegionMap counties={counties} county={county} marked={place} />
            </nav>
            <Stack component="nav" gap="1.75rem" id="places" tabIndex={-1} aria-label="Places">
              {county ? (
                <TownList county={county} counties={counties} marked={place} />
              ) : (
                <CountyList counties={counties} total={data.total} marked={place} />
              )}
            </Stack>
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

/** The address of the link under the pointer or focus. The handlers go around map and list. */
function usePlaceUnderPointer() {
  const [place, setPlace] = useState<string | null>(null);
  const enter = (event: SyntheticEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    setPlace(link?.getAttribute('href') ?? null);
  };
  const leave = () => setPlace(null);
  return {
    place,
    handlers: { onMouseOver: enter, onFocus: enter, onMouseLeave: leave, onBlur: leave },
  };
}

/**
 * Another county is another page, though only the query of its address differs: it starts at the top,
 * and where the link to it is gone the focus goes to the title, which gets the ref.
 */
function useStartAtTop(county: string | undefined) {
  const type = useNavigationType();
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(county);
  useEffect(() => {
    if (shown.current === county) return;
    shown.current = county;
    if (type === 'POP') return;
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [county, type]);
  return title;
}
