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
import mapColors from './colors.module.css';
import classes from './MapPage.module.css';
import { CountyList, TownList } from './PlaceList.tsx';
import { RegionMap } from './RegionMap.tsx';
import { countPlaces, readArea, sumOf } from './map-view.ts';

const home = { label: 'Home', to: paths.landing };
const map = { label: 'Map', to: paths.map() };

/** The map of listings: of the whole region, or of the county or area in the address. */
export function Component() {
  const [params] = useSearchParams();
  const { data, error, refetch } = trpc.listings.places.useQuery();
  const { place, handlers } = usePlaceUnderPointer();
  const counties = data && countPlaces(data);
  const area = counties && readArea(params, counties);
  const county = counties?.find(({ name }) => !area && name === params.get('county'));
  const part = area?.title ?? (county && `${county.name} County`);
  const titleRef = useStartAtTop(part);
  useDocumentTitle(part ?? 'Map');
  return (
    <PageContainer>
      {part ? <Breadcrumbs here={part} above={[home, map]} /> : <Breadcrumbs here="Map" />}
      <Title order={1} ref={titleRef} tabIndex={-1}>
        {part ?? 'Find it on the map'}
      </Title>
      {counties ? (
        <>
          <Text c="dimmed" mb="lg" className="numbers">
            {area
              ? `${totalText({ count: sumOf(area.towns) })} within about ${area.miles} miles`
              : `${totalText(county ?? { count: data.total })} in ${part ?? 'the Capital Region'}`}
            . Bigger circles mean more listings.
          </Text>
          <div className={classes.columns} {...handlers}>
            <nav className={`${classes.panel} ${mapColors.colors}`} aria-label="Map">
              <a href="#places" className="skip-link">
                Skip to the list
              </a>
              {part && (
                <PageLink to={paths.map()} className={classes.back}>
                  All counties
                </PageLink>
              )}
              <RegionMap counties={counties} county={county} area={area} marked={place} />
            </nav>
            <Stack component="nav" gap="1.75rem" id="places" tabIndex={-1} aria-label="Places">
              {part ? (
                <TownList counties={counties} county={county} area={area} marked={place} />
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

/** Tracks the address of the link under the pointer or focus, within the handlers' element. */
function usePlaceUnderPointer() {
  const [place, setPlace] = useState<string | null>(null);
  const enter = (event: SyntheticEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    setPlace(link?.getAttribute('href') ?? null);
  };
  const leave = () => setPlace(null);
  const handlers = { onMouseOver: enter, onFocus: enter, onMouseLeave: leave, onBlur: leave };
  return { place, handlers };
}

/**
 * Treats another county or area as a new page, though only the query string differs: scrolls to the
 * top, and focuses the title if the focused link is gone. Returns the title's ref.
 */
function useStartAtTop(part: string | undefined) {
  const type = useNavigationType();
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(part);
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    if (type === 'POP') return;
    window.scrollTo(0, 0);
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [part, type]);
  return title;
}
