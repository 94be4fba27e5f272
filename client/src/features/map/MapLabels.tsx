import { mapSize, project } from '@marketplace/shared/regions/projection';
import { numberText } from '../../ui/count-text.ts';
import type { MapView, TownDot } from './dots.ts';
import { boxOfDot, boxOfLabel, firstFree, type Label, layOutLabels } from './label-layout.ts';
import type { CountedCounty } from './places.ts';
import classes from './MapLabels.module.css';
import { type Zoom, zoomed } from './zoom.ts';

interface Props extends MapView {
  counties: CountedCounty[];
  county: CountedCounty | undefined;
  marked: string | null;
}

/** Size of type in map units: what is legible where the map is small, and where it is large. */
const sizes = [
  { size: 11, className: classes.small },
  { size: 8.5, className: classes.large },
];

/** The states around the region, at a point near its border. */
const states = [
  { name: 'Vermont', lat: 43.27, lon: -72.97 },
  { name: 'Massachusetts', lat: 42.4, lon: -72.97 },
];

/** Names on the map; those who listen to the page have them from its links. */
export function MapLabels(props: Props) {
  return (
    <g className={classes.labels} aria-hidden>
      {sizes.map(({ size, className }) => (
        <g key={size} className={className} fontSize={size}>
          <Names {...props} size={size} />
        </g>
      ))}
    </g>
  );
}

function Names({ counties, county, zoom, dots, marked, size }: Props & { size: number }) {
  const named = dots
    .filter(({ town }) => county !== undefined || town.count > 0)
    .toSorted((one, other) => rank(other) - rank(one));
  const circles = named.map(boxOfDot);
  // Capitals with space between them are wider.
  const wide = size * 1.25;
  const countyNames = counties
    .filter(({ name }) => name !== county?.name)
    .flatMap((one) => firstFree(placesWithin(one, zoom), wide, circles) ?? []);
  const taken = countyNames.map((label) => boxOfLabel(label, wide));
  const labels = layOutLabels(named, size, taken);
  const markedDot = dots.find(({ town }) => town.to === marked);
  return (
    <>
      {county === undefined && <StateNames />}
      {countyNames.map(({ name, x, y }) => (
        <text key={name} className={classes.county} x={x} y={y}>
          {name}
        </text>
      ))}
      {labels
        .filter(({ name }) => name !== markedDot?.name)
        .map(({ name, anchor, x, y }) => (
          <text key={name} x={x} y={y} textAnchor={anchor} className={classes.town}>
            {name}
          </text>
        ))}
      {markedDot && (
        <Mark
          dot={markedDot}
          label={labels.find(({ name }) => name === markedDot.name) ?? above(markedDot, size)}
        />
      )}
    </>
  );
}

/** Cities come first, as people know where they are; then the places with the most listings. */
function rank({ isMain, radius }: TownDot): number {
  return radius + (isMain ? 100 : 0);
}

/** Where a county's name may stand: at its middle, else a little above or below. */
function placesWithin(county: CountedCounty, zoom: Zoom): Label[] {
  const { x, y } = zoomed(zoom, project(county));
  return [0, -9, 9, -18, 18, -27, 27].flatMap((down) =>
    [0, -14, 14].map((right): Label => ({
      name: county.name,
      anchor: 'middle',
      x: x + right,
      y: y + down,
    })),
  );
}

function StateNames() {
  return states.map(({ name, lat, lon }) => (
    <text key={name} className={classes.state} {...project({ lat, lon })}>
      {name}
    </text>
  ));
}

/** Where a name stands that has no place of its own. */
function above({ name, x, y, radius }: TownDot, size: number): Label {
  const side = mapSize.width / 4;
  const anchor = x < side ? 'start' : x > mapSize.width - side ? 'end' : 'middle';
  return { name, anchor, x, y: y - radius - size * 0.6 };
}

/** The name and number of the town that the pointer or the focus is on, over all others. */
function Mark({ dot: { town }, label: { x, y, anchor } }: { dot: TownDot; label: Label }) {
  return (
    <text className={classes.mark} x={x} y={y} textAnchor={anchor}>
      {town.name} · {numberText(town)}
    </text>
  );
}
