import { Button, Text, VisuallyHidden } from '@mantine/core';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { numberText, totalText } from '../../ui/count-text.ts';
import { type MapProps, sumOf } from './map-view.ts';
import classes from './PlaceList.module.css';

const quiet = { c: 'dimmed', mt: 8, px: 8 };

/** The map of the region as text: each county with its towns that have listings. */
export function CountyList({ counties, total, marked }: MapProps & { total: number }) {
  const elsewhere = total - sumOf(counties);
  return (
    <>
      {counties.map(({ name, count, to, towns }) => (
        <section key={name}>
          <h2 className={classes.county}>
            <PageLink to={to} data-marked={to === marked || undefined}>
              {name} County
            </PageLink>
            <span className={classes.count}>{numberText({ count })}</span>
          </h2>
          <Places places={towns.filter(hasListings)} marked={marked} />
          {count === 0 && <Text {...quiet}>No listings here yet.</Text>}
        </section>
      ))}
      {elsewhere > 0 && (
        <Text {...quiet}>{totalText({ count: elsewhere })} for the whole region.</Text>
      )}
    </>
  );
}

/** The map of a county or an area as text: its towns, and for a county links to the others. */
export function TownList({ counties, county, area, marked }: MapProps) {
  const towns = area?.towns ?? county?.towns ?? [];
  const count = county?.count ?? sumOf(towns);
  const elsewhere = count - sumOf(towns);
  const empty = towns.filter((town) => !hasListings(town)).map(({ name }) => name);
  const areaTitle = area?.isWay ? 'Towns along the way' : 'Towns, nearest first';
  return (
    <>
      {(area || count > 0) && (
        <Button
          component={PageLink}
          to={area?.to ?? paths.listings({ location: `${county?.name} County` })}
          size="md"
          style={{ alignSelf: 'start' }}
        >
          Show {totalText({ count })}
        </Button>
      )}
      <section>
        <h2 className={classes.county}>{area ? areaTitle : 'Towns'}</h2>
        <Places places={towns.filter(hasListings)} area={area} marked={marked} />
        {elsewhere > 0 && (
          <Text {...quiet}>{totalText({ count: elsewhere })} for the whole county.</Text>
        )}
        {empty.length > 0 && <Text {...quiet}>No listings yet in {empty.join(', ')}.</Text>}
      </section>
      {county && (
        <section>
          <h2 className={classes.county}>Other counties</h2>
          <Places places={counties.filter((one) => one !== county)} marked={marked} />
        </section>
      )}
    </>
  );
}

const hasListings = ({ count }: { count: number }) => count > 0;

interface PlacesProps extends Pick<MapProps, 'marked' | 'area'> {
  /** `about` is the distance from the start of an area, in miles. */
  places: { name: string; count: number; to: string; about?: number }[];
}

/** Links to places with their counts. The towns of an area are in order, with their distances. */
function Places({ places, area, marked }: PlacesProps) {
  if (places.length === 0) return null;
  const List = area ? 'ol' : 'ul';
  return (
    <List
      className={`${area ? classes.stops : classes.places} plain`}
      data-way={area?.isWay || undefined}
    >
      {places.map(({ name, count, to, about = 0 }) => (
        <li key={name}>
          <PageLink to={to} data-marked={to === marked || undefined}>
            <span>{name}</span>
            {about > 0 && (
              <Text span c="dimmed" fz="xs">
                <span className={VisuallyHidden.classes.root}>about </span>
                {about} mi
              </Text>
            )}
            <span className={classes.count}>{numberText({ count })}</span>
          </PageLink>
        </li>
      ))}
    </List>
  );
}
