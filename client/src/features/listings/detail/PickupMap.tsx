import { type MapPoint, project } from '@marketplace/shared/regions/projection';
import { counties, towns } from '@marketplace/shared/regions/towns';
import { boxOfDot, boxOfLabel, type Dot, firstFree, type Label } from '../../map/label-layout.ts';
import { countyLines, countyOutlines, hudson, mohawk } from '../../map/region-outlines.ts';
import classes from './PickupArea.module.css';

/** The drawing in map units, of which a mile has 3.7; its frame shows the middle of it. */
const size = { width: 168, height: 50.4 };
/** Of the circle around a town: two and a half miles. */
const areaRadius = 9.2;
const fontSize = 2.3;
const dotRadius = 0.6;
/** How much more is shown around the middle of a county. */
const countyZoom = 1.8;

/** The surroundings of a town, with a circle around its middle; or of a county. */
export function PickupMap({ place }: { place: string }) {
  const town = towns.find(({ name }) => name === place);
  const county = counties.find(({ name }) => `${name} County` === place);
  const middle = town ?? county;
  if (!middle) return null;
  const { x, y } = project(middle);
  const zoom = town ? 1 : countyZoom;
  const [width, height] = [size.width * zoom, size.height * zoom];
  const dots = dotsAround({ x, y }, { zoom, place });
  return (
    <svg
      className={classes.drawing}
      data-whole-county={county && true}
      viewBox={`${x - width / 2} ${y - height / 2} ${width} ${height}`}
      role="img"
      aria-label={`Map of ${place} and the towns around it`}
    >
      {counties.map(({ name }) => (
        <path
          key={name}
          className={classes.county}
          d={countyOutlines[name]}
          data-own={name === county?.name || undefined}
        />
      ))}
      <path className={classes.line} d={countyLines} stroke="var(--map-line)" strokeWidth={1} />
      <path className={classes.line} d={hudson} stroke="var(--map-water)" strokeWidth={5} />
      <path className={classes.line} d={mohawk} stroke="var(--map-water)" strokeWidth={3.5} />
      {town && <circle className={classes.area} cx={x} cy={y} r={areaRadius} />}
      {dots.map((dot) => (
        <circle key={dot.name} className={classes.dot} cx={dot.x} cy={dot.y} r={dot.radius} />
      ))}
      <g className={classes.names} fontSize={fontSize * zoom}>
        {namesOf(dots, fontSize * zoom).map(({ name, anchor, ...at }) => (
          <text key={name} {...at} textAnchor={anchor} data-own={name === place || undefined}>
            {name}
          </text>
        ))}
      </g>
    </svg>
  );
}

/** The towns of the drawing: the place itself first, then cities. */
function dotsAround(middle: MapPoint, { zoom, place }: { zoom: number; place: string }): Dot[] {
  const rank = ({ name, isMain }: Dot) => (name === place ? 2 : Number(isMain));
  const isShown = ({ x, y }: MapPoint) =>
    Math.abs(x - middle.x) < (size.width * zoom) / 2 &&
    Math.abs(y - middle.y) < (size.height * zoom) / 2;
  return towns
    .map(({ name, kind, ...at }): Dot => ({
      ...project(at),
      name,
      radius: dotRadius * zoom,
      isMain: kind === 'city',
    }))
    .filter(isShown)
    .toSorted((one, other) => rank(other) - rank(one));
}

/** Names beside their dots. One that would cover another or a dot is left out. */
function namesOf(dots: Dot[], size: number): Label[] {
  const taken = dots.map(boxOfDot);
  return dots.flatMap(({ name, x, y, radius }) => {
    const away = radius + size * 0.35;
    const middle = y + size * 0.35;
    const places: Label[] = [
      { name, anchor: 'start', x: x + away, y: middle },
      { name, anchor: 'end', x: x - away, y: middle },
      { name, anchor: 'middle', x, y: y - away - size * 0.2 },
      { name, anchor: 'middle', x, y: y + away + size * 0.75 },
    ];
    const label = firstFree(places, size, taken);
    if (!label) return [];
    taken.push(boxOfLabel(label, size));
    return [label];
  });
}
