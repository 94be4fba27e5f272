import { Button, Text, VisuallyHidden } from '@mantine/core';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { numberText, totalText } from '../../ui/count-text.ts';
import { type CountedCounty, type CountedTown, type MapArea, sumOf } from './map-view.ts';
import classes from './PlaceList.module.css';

/** Props of a note below a list. */
const quiet = { c: 'dimmed', mt: 8, px: 8 };

interface Props {
  counties: CountedCounty[];
  /** The address of the place to highlight. */
  marked: string | null;
}

/** The map of the region as text: each county with its towns that have listings. */
export function CountyList({ counties, total, marked }: Props & { total: number }) {
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

/** The map of a county as text: its towns, and links to the other counties. */
export function TownList({ county, counties, marked }: Props & { county: CountedCounty }) {
  const { name, count, towns } = county;
  const empty = towns.filter((town) => !hasListings(town)).map((town) => town.name);
  const elsewhere = count - sumOf(towns);
  return (
    <>
      {count > 0 && (
        <Button
          component={PageLink}
          to={paths.listings({ location: `${name} County` })}
          size="md"
          style={{ alignSelf: 'start' }}
        >
          Show {totalText({ count })}
        </Button>
      )}
      <section>
        <h2 className={classes.county}>Towns</h2>
        <Places places={towns.filter(hasListings)} marked={marked} />
        {elsewhere > 0 && (
          <Text {...quiet}>{totalText({ count: elsewhere })} for the whole county.</Text>
        )}
        {empty.length > 0 && <Text {...quiet}>No listings yet in {empty.join(', ')}.</Text>}
      </section>
      <section>
        <h2 className={classes.county}>Other counties</h2>
        <Places places={counties.filter((one) => one.name !== name)} marked={marked} />
      </section>
    </>
  );
}

/** The map of an area as text: its towns in order. */
export function AreaList({ area, marked }: { area: MapArea } & Pick<Props, 'marked'>) {
  const { towns, isWay, to } = area;
  const found = towns.filter(hasListings);
  const empty = towns.filter((town) => !hasListings(town)).map(({ name }) => name);
  return (
    <>
      <Button component={PageLink} to={to} size="md" style={{ alignSelf: 'start' }}>
        Show {totalText({ count: sumOf(towns) })}
      </Button>
      <section>
        <h2 className={classes.county}>{isWay ? 'Towns along the way' : 'Towns, nearest first'}</h2>
        {found.length > 0 && (
          <ol className={`${classes.stops} plain`} data-way={isWay || undefined}>
            {found.map(({ name, count, about, to }) => (
              <li key={name}>
                <PageLink to={to} data-marked={to === marked || undefined}>
                  <span>{name}</span>
                  {about > 0 && (
                    <span className={classes.about}>
                      <span className={VisuallyHidden.classes.root}>about </span>
                      {about} mi
                    </span>
                  )}
                  <span className={classes.count}>{numberText({ count })}</span>
                </PageLink>
              </li>
            ))}
          </ol>
        )}
        {empty.length > 0 && <Text {...quiet}>No listings yet in {empty.join(', ')}.</Text>}
      </section>
    </>
  );
}

const hasListings = ({ count }: CountedTown) => count > 0;

function Places({
  places,
  marked,
}: Pick<Props, 'marked'> & { places: (CountedTown | CountedCounty)[] }) {
  if (places.length === 0) return null;
  return (
    <ul className={`${classes.places} plain`}>
      {places.map(({ name, count, to }) => (
        <li key={name}>
          <PageLink to={to} data-marked={to === marked || undefined}>
            {name}
            <span className={classes.count}>{numberText({ count })}</span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
