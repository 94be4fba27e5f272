import { mapSize, project, unitsPerMile } from '@marketplace/shared/regions/projection';
import { numberText, totalText } from '../../ui/count-text.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import {
  boxOfDot,
  boxOfLabel,
  type Dot,
  firstFree,
  type Label,
  layOutLabels,
} from './label-layout.ts';
import {
  type CountedCounty,
  type MapArea,
  type MapProps,
  viewOf,
  type Zoom,
  zoomed,
} from './map-view.ts';
import { countyLines, countyOutlines, hudson, mohawk, stateLines } from './region-outlines.ts';
import classes from './RegionMap.module.css';

/** The map: counties, rivers, and a circle for each town of the region, a county, or an area. */
export function RegionMap({ counties, county, area, marked }: MapProps) {
  const { zoom, dots } = viewOf(counties, { county, area });
  const names = { counties, county, area, zoom, dots, marked };
  const markedCounty = counties.find(({ to }) => to === marked);
  return (
    <svg
      className={classes.map}
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      data-zoomed={county ? true : undefined}
    >
      <g
        className={classes.land}
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        <path className={classes.line} d={countyLines} stroke="var(--map-faint)" strokeWidth={1} />
        <path className={classes.line} d={stateLines} stroke="var(--map-faint)" strokeWidth={2} />
        {counties.map(({ name, to, count }) => (
          <PageLink
            key={name}
            to={to}
            className={classes.county}
            aria-label={`${name} County, ${totalText({ count })}`}
            aria-current={name === county?.name ? 'page' : undefined}
          >
            <path d={countyOutlines[name]} />
          </PageLink>
        ))}
        <path className={classes.line} d={hudson} stroke="var(--map-water)" strokeWidth={3.5} />
        <path className={classes.line} d={mohawk} stroke="var(--map-water)" strokeWidth={2.5} />
        {area && <Area {...area} />}
        {markedCounty && (
          <path
            className={classes.line}
            d={countyOutlines[markedCounty.name]}
            stroke="var(--mantine-color-anchor)"
            strokeWidth={2}
          />
        )}
      </g>
      {dots.map(({ town, x, y, radius }) => (
        <g
          key={town.name}
          className={classes.town}
          data-marked={town.to === marked || undefined}
          style={{ transform: `translate(${x}px, ${y}px)` }}
        >
          {town.count > 0 ? (
            <PageLink to={town.to} aria-label={`${town.name}, ${totalText(town)}`}>
              <circle r={radius} />
            </PageLink>
          ) : (
            <circle className={classes.empty} r={radius} />
          )}
        </g>
      ))}
      {/* Screen readers get the names from the links. */}
      <g className={classes.labels} aria-hidden>
        {/* The font sizes are in map units. */}
        <g className={classes.small} fontSize={11}>
          <Names {...names} size={11} />
        </g>
        <g className={classes.large} fontSize={8.5}>
          <Names {...names} size={8.5} />
        </g>
      </g>
    </svg>
  );
}

/** Draws an area as a band with round ends, which around a single town is a circle. */
function Area({ ends: [from, to], miles, isWay }: MapArea) {
  const [start, end] = [project(from), project(to)];
  const line = { x1: start.x, y1: start.y, x2: end.x, y2: end.y };
  return (
    <>
      <line className={classes.band} {...line} strokeWidth={2 * miles * unitsPerMile} />
      {isWay && <line className={classes.way} {...line} />}
    </>
  );
}

/** The latitudes of points near the borders of the neighboring states. */
const states = { Vermont: 43.27, Massachusetts: 42.4 };

type NamesProps = MapProps & ReturnType<typeof viewOf> & { size: number };

function Names({ counties, county, area, zoom, dots, marked, size }: NamesProps) {
  const isWhole = county === undefined && area === undefined;
  const named = dots
    .filter(({ town }) => !isWhole || town.count > 0)
    .toSorted((one, other) => rank(other) - rank(one));
  const circles = named.map(boxOfDot);
  // Spaced capitals are wider.
  const wide = size * 1.25;
  const countyNames = counties
    .filter(({ name }) => name !== county?.name)
    .flatMap((one) => firstFree(placesWithin(one, zoom), wide, circles) ?? []);
  const taken = countyNames.map((label) => boxOfLabel(label, wide));
  const labels = layOutLabels(named, size, taken);
  const markedDot = dots.find(({ town }) => town.to === marked);
  const mark =
    markedDot && (labels.find(({ name }) => name === markedDot.name) ?? above(markedDot, size));
  return (
    <>
      {isWhole &&
        Object.entries(states).map(([name, lat]) => (
          <text key={name} className={classes.stateName} {...project({ lat, lon: -72.97 })}>
            {name}
          </text>
        ))}
      {countyNames.map(({ name, x, y }) => (
        <text key={name} className={classes.countyName} x={x} y={y}>
          {name}
        </text>
      ))}
      {labels
        .filter((label) => label.name !== mark?.name)
        .map(({ name, anchor, x, y }) => (
          <text key={name} x={x} y={y} textAnchor={anchor} className={classes.townName}>
            {name}
          </text>
        ))}
      {mark && (
        <text x={mark.x} y={mark.y} textAnchor={mark.anchor} className={classes.markName}>
          {mark.name} · {numberText(markedDot.town)}
        </text>
      )}
    </>
  );
}

/** Ranks the labels: cities first, as landmarks, then towns by their number of listings. */
function rank({ isMain, radius }: Dot): number {
  return radius + (isMain ? 100 : 0);
}

/** Returns positions for a county's label: its center, and slightly beside, above, and below. */
function placesWithin({ name, ...place }: CountedCounty, zoom: Zoom): Label[] {
  const { x, y } = zoomed(zoom, project(place));
  return [0, -9, 9, -18, 18, -27, 27].flatMap((down) =>
    [0, -14, 14].map((right) => ({ name, anchor: 'middle' as const, x: x + right, y: y + down })),
  );
}

/** Returns the position above the circle, for a highlighted name without a free position. */
function above({ name, x, y, radius }: Dot, size: number): Label {
  const across = x / mapSize.width;
  const anchor = across < 0.25 ? 'start' : across > 0.75 ? 'end' : 'middle';
  return { name, anchor, x, y: y - radius - size * 0.6 };
}
