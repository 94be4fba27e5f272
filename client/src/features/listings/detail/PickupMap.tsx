import { type MapPoint, project } from '@marketplace/shared/regions/projection';
import { counties, townOfPlace, towns } from '@marketplace/shared/regions/towns';
import { boxOfDot, boxOfLabel, type Dot, firstFree, type Label } from '../../map/label-layout.ts';
import { countyLines, countyOutlines, hudson, mohawk } from '../../map/region-outlines.ts';
import classes from './PickupArea.module.css';

/** The size of the drawing in map units, 3.7 to a mile. The frame shows the middle of it. */
const size = { width: 168, height: 50.4 };
/** The radius of the circle around a town: two and a half miles. */
const areaRadius = 9.2;
const fontSize = 2.3;
const dotRadius = 0.6;
/** A county is drawn with its surroundings, at this factor. */
const countyZoom = 1.8;

/** A map of a town with a circle around its center, or of a county. */
export function PickupMap({ place }: { place: string }) {
  const town = townOfPlace(place);
  const county = counties.find(({ name }) => `${name} County` === place);
  const middle = town ?? county;
  if (!middle) return null;
  const placeName = town?.name ?? place;
  const { x, y } = project(middle);
  const zoom = town ? 1 : countyZoom;
  const [width, height] = [size.width * zoom, size.height * zoom];
  return (
    <svg
      className={classes.drawing}
      viewBox={`${x - width / 2} ${y - height / 2} ${width} ${height}`}
      role="img"
      aria-label={`Map of ${place} and the towns around it`}
    >
      {counties.map(({ name }) => (
        <path
          key={name}
          d={countyOutlines[name]}
          fill={county && name !== county.name ? 'var(--map-land)' : 'var(--map-land-hover)'}
        />
      ))}
      <path className={classes.line} d={countyLines} stroke="var(--map-line)" strokeWidth={1} />
      <path className={classes.line} d={hudson} stroke="var(--map-water)" strokeWidth={5} />
      <path className={classes.line} d={mohawk} stroke="var(--map-water)" strokeWidth={3.5} />
      {town && <circle cx={x} cy={y} r={areaRadius} fill="var(--map-town)" fillOpacity={0.26} />}
      <g className={classes.towns} fill="var(--mantine-color-dimmed)" fontSize={fontSize * zoom}>
        {namedDots({ x, y }, { zoom, place: placeName }).map(({ dot, label, isFar }) => (
          <g key={dot.name} data-far={isFar || undefined}>
            <circle cx={dot.x} cy={dot.y} r={dot.radius} />
            <text
              x={label.x}
              y={label.y}
              textAnchor={label.anchor}
              data-own={dot.name === placeName || undefined}
            >
              {dot.name}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

/** Half the size that is certainly visible in wide and in narrow frames, in map units. */
const wide = { x: 62, y: 18 };
const narrow = { x: 28, y: 18 };

/**
 * Returns the towns of the drawing that have room for their whole name. The place itself comes
 * first, then cities, then other towns. `isFar` marks names that a narrow frame would cut off.
 */
function namedDots(middle: MapPoint, { zoom, place }: { zoom: number; place: string }) {
  const size = fontSize * zoom;
  const fits = ({ left, right, top, bottom }: ReturnType<typeof boxOfDot>, half: MapPoint) =>
    Math.max(middle.x - left, right - middle.x) < half.x * zoom &&
    Math.max(middle.y - top, bottom - middle.y) < half.y * zoom;
  const rank = ({ name, isMain }: Dot) => (name === place ? 2 : Number(isMain));
  const dots = towns
    .map(({ name, kind, ...at }): Dot => ({
      ...project(at),
      name,
      radius: dotRadius * zoom,
      isMain: kind === 'city',
    }))
    .filter((dot) => fits(boxOfDot(dot), wide))
    .toSorted((one, other) => rank(other) - rank(one));
  const taken = dots.map(boxOfDot);
  return dots.flatMap((dot) => {
    const places = placesOf(dot, size).filter((label) => fits(boxOfLabel(label, size), wide));
    const label = firstFree(places, size, taken);
    if (!label) return [];
    const box = boxOfLabel(label, size);
    taken.push(box);
    return [{ dot, label, isFar: !fits(box, narrow) }];
  });
}

function placesOf({ name, x, y, radius }: Dot, size: number): Label[] {
  const away = radius + size * 0.35;
  const middle = y + size * 0.35;
  return [
    { name, anchor: 'start', x: x + away, y: middle },
    { name, anchor: 'end', x: x - away, y: middle },
    { name, anchor: 'middle', x, y: y - away - size * 0.2 },
    { name, anchor: 'middle', x, y: y + away + size * 0.75 },
  ];
}
