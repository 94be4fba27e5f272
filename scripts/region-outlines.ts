import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { project } from '../shared/src/regions/projection.ts';
import type { CountyName } from '../shared/src/regions/towns.ts';

/** The region's counties by their Census Bureau numbers (FIPS). */
const fips: Record<string, CountyName> = {
  '36001': 'Albany',
  '36021': 'Columbia',
  '36039': 'Greene',
  '36083': 'Rensselaer',
  '36091': 'Saratoga',
  '36093': 'Schenectady',
  '36113': 'Warren',
  '36115': 'Washington',
};

/** A river along the border of two counties, with `eastOf` only east of that longitude. */
type Reach = { sides: [string, string]; eastOf?: number };

// The river begins between Dutchess and Ulster County. The border with Warren County meets it above
// Hadley.
const hudson: Reach[] = [
  { sides: ['36027', '36111'] },
  { sides: ['36021', '36111'] },
  { sides: ['36021', '36039'] },
  { sides: ['36001', '36083'] },
  { sides: ['36083', '36091'] },
  { sides: ['36091', '36115'] },
  { sides: ['36091', '36113'], eastOf: -73.9 },
];

// The border with Schenectady County meets the Mohawk at Rexford.
const mohawk: Reach[] = [
  { sides: ['36001', '36091'] },
  { sides: ['36091', '36093'], eastOf: -73.9 },
];

/** The map draws the surroundings of the region up to these edges, in degrees. */
const bounds = { west: -75.9, east: -71.9, south: 41.5, north: 44.3 };

type Position = [lon: number, lat: number];

/** The part of TopoJSON (section 2 of its format) that the boundaries use. */
interface Topology {
  transform: { scale: Position; translate: Position };
  arcs: Position[][];
  objects: { counties: { geometries: Shape[] } };
}

type Shape =
  | { type: 'Polygon'; id: string; arcs: number[][] }
  | { type: 'MultiPolygon'; id: string; arcs: number[][][] };

/** A boundary line, and the numbers of the counties on its two sides. */
type Line = { positions: Position[]; sides: string[] };

/** Returns the outlines for the region's map as source text. */
export async function outlinesSource(): Promise<string> {
  const file = fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json'));
  const topology = JSON.parse(await readFile(file, 'utf8')) as Topology;
  const lines = linesOf(topology);
  const around = lines.filter((line) => !line.sides.some((id) => fips[id]) && isWithinBounds(line));
  // The first two digits of a county's number are its state.
  const isStateLine = ({ sides }: Line) => new Set(sides.map((id) => id.slice(0, 2))).size > 1;
  const drawn = (some: Line[]) => JSON.stringify(some.map(pathOf).join(''));
  const source = `// scripts/region-outlines.ts makes this file from the county boundaries of the US Census Bureau, which
// are in the public domain, in the npm package us-atlas. It has SVG paths in the units of the map.
import type { CountyName } from '@marketplace/shared/regions/towns';

export const countyOutlines: Record<CountyName, string> = ${JSON.stringify(countiesOf(topology, lines))};

/** These are the parts of the rivers along the borders of counties. */
export const hudson = ${drawn(riverLines(lines, hudson))};
export const mohawk = ${drawn(riverLines(lines, mohawk))};

/** These lines around the region are between other counties, and between states. */
export const countyLines = ${drawn(around.filter((line) => !isStateLine(line)))};
export const stateLines = ${drawn(around.filter(isStateLine))};
`;
  const options = { printWidth: 100, singleQuote: true };
  const { code, errors } = await format('region-outlines.ts', source, options);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return code;
}

function linesOf({ transform, arcs, objects }: Topology): Line[] {
  const { scale, translate } = transform;
  const lines = arcs.map((arc): Line => {
    let [x, y] = [0, 0];
    const positions = arc.map(([dx, dy]): Position => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
    return { positions, sides: [] };
  });
  for (const shape of objects.counties.geometries) {
    for (const index of ringsOf(shape).flat()) {
      lines[index < 0 ? ~index : index]?.sides.push(shape.id);
    }
  }
  return lines;
}

const ringsOf = (shape: Shape) => (shape.type === 'Polygon' ? shape.arcs : shape.arcs.flat());

function countiesOf({ objects }: Topology, lines: Line[]) {
  const outlines = Object.entries(fips).map(([id, name]) => {
    const shape = objects.counties.geometries.find((one) => one.id === id);
    const rings = shape ? ringsOf(shape) : [];
    const closed = rings.map((ring) => ring.flatMap((index) => positionsOf(lines, index)));
    return [name, closed.map((positions) => `${pathOf({ positions, sides: [] })}Z`).join('')];
  });
  return Object.fromEntries(outlines);
}

/** A ring names a line by its index, or by the index's complement if it runs backward. */
function positionsOf(lines: Line[], index: number): Position[] {
  const positions = lines[index < 0 ? ~index : index]?.positions ?? [];
  return index < 0 ? positions.toReversed() : positions;
}

function riverLines(lines: Line[], reaches: Reach[]): Line[] {
  return reaches.flatMap(({ sides, eastOf = bounds.west }) =>
    lines
      .filter((line) => sides.every((id) => line.sides.includes(id)))
      .map((line) => ({ ...line, positions: line.positions.filter(([lon]) => lon > eastOf) })),
  );
}

function isWithinBounds({ positions }: Line): boolean {
  const { west, east, south, north } = bounds;
  return positions.some(([x, y]) => x > west && x < east && y > south && y < north);
}

/** Returns the path of a line, rounded to a tenth of the map's unit. */
function pathOf({ positions }: Line): string {
  const points = positions.map(([lon, lat]) => {
    const { x, y } = project({ lat, lon });
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  });
  return `M${[...new Set(points)].join('L')}`;
}

// Generates the outlines for the region's map (`node scripts/region-outlines.ts`).
if (import.meta.main) {
  const file = join(import.meta.dirname, '../client/src/features/map/region-outlines.ts');
  await writeFile(file, await outlinesSource());
}
