/**
 * The region served: eight counties of New York State and all their cities, towns and villages.
 *
 * The 159 municipalities make 137 entries, because 22 villages bear the name of a town of their
 * county (Chatham, Lake George, Colonie...) and a listing says only 'Chatham, NY'. Such a pair is
 * one entry with the kind of the larger of the two, the town. No name occurs in two counties, so
 * 'Town, NY' names exactly one entry.
 */

export type CountyName =
  | 'Albany'
  | 'Columbia'
  | 'Greene'
  | 'Rensselaer'
  | 'Saratoga'
  | 'Schenectady'
  | 'Warren'
  | 'Washington';

/** A point in decimal degrees (WGS 84); longitudes of the region are negative. */
export interface Coordinates {
  lat: number;
  lon: number;
}

export interface County extends Coordinates {
  name: CountyName;
}

/** A city, town or village; the point is its main settlement, or its middle where it has none. */
export interface Town extends Coordinates {
  name: string;
  county: CountyName;
  kind: 'city' | 'town' | 'village';
}

/** The eight counties by name, each with a point near its middle. */
export const counties: readonly County[] = [
  { name: 'Albany', lat: 42.6002, lon: -73.9736 },
  { name: 'Columbia', lat: 42.2502, lon: -73.6316 },
  { name: 'Greene', lat: 42.2766, lon: -74.1227 },
  { name: 'Rensselaer', lat: 42.711, lon: -73.5097 },
  { name: 'Saratoga', lat: 43.1072, lon: -73.8643 },
  { name: 'Schenectady', lat: 42.818, lon: -74.0586 },
  { name: 'Warren', lat: 43.5609, lon: -73.846 },
  { name: 'Washington', lat: 43.3137, lon: -73.4307 },
];

type Row = readonly [name: string, kind: Town['kind'], lat: number, lon: number];

function inCounty(county: CountyName, rows: readonly Row[]): Town[] {
  return rows.map(([name, kind, lat, lon]) => ({ name, county, kind, lat, lon }));
}

/** Every city, town and village of the region, by county; within one cities first. */
export const towns: readonly Town[] = [
  ...inCounty('Albany', [
    ['Albany', 'city', 42.6526, -73.7562],
    ['Cohoes', 'city', 42.7742, -73.7001],
    ['Watervliet', 'city', 42.7301, -73.7012],
    ['Berne', 'town', 42.6256, -74.1338],
    ['Bethlehem', 'town', 42.5856, -73.8218],
    ['Coeymans', 'town', 42.474, -73.7929],
    ['Colonie', 'town', 42.7396, -73.7868],
    ['Green Island', 'town', 42.7443, -73.6915],
    ['Guilderland', 'town', 42.7045, -73.9115],
    ['Knox', 'town', 42.6709, -74.1146],
    ['New Scotland', 'town', 42.6318, -73.9076],
    ['Rensselaerville', 'town', 42.5162, -74.1377],
    ['Westerlo', 'town', 42.5112, -74.0465],
    ['Altamont', 'village', 42.7009, -74.0337],
    ['Menands', 'village', 42.692, -73.7246],
    ['Ravena', 'village', 42.4684, -73.8162],
    ['Voorheesville', 'village', 42.6539, -73.9287],
  ]),
  ...inCounty('Columbia', [
    ['Hudson', 'city', 42.2529, -73.791],
    ['Ancram', 'town', 42.0512, -73.6365],
    ['Austerlitz', 'town', 42.3123, -73.4729],
    ['Canaan', 'town', 42.412, -73.4482],
    ['Chatham', 'town', 42.3643, -73.5948],
    ['Claverack', 'town', 42.2251, -73.7351],
    ['Clermont', 'town', 42.0859, -73.8201],
    ['Copake', 'town', 42.1034, -73.5501],
    ['Gallatin', 'town', 42.059, -73.7201],
    ['Germantown', 'town', 42.1348, -73.8918],
    ['Ghent', 'town', 42.3293, -73.6157],
    ['Greenport', 'town', 42.2324, -73.8012],
    ['Hillsdale', 'town', 42.1793, -73.5265],
    ['Kinderhook', 'town', 42.3954, -73.6979],
    ['Livingston', 'town', 42.1428, -73.7787],
    ['New Lebanon', 'town', 42.4637, -73.3965],
    ['Stockport', 'town', 42.3112, -73.7575],
    ['Stuyvesant', 'town', 42.3904, -73.7815],
    ['Taghkanic', 'town', 42.1329, -73.6879],
    ['Philmont', 'village', 42.2484, -73.6532],
    ['Valatie', 'village', 42.4134, -73.6732],
  ]),
  ...inCounty('Greene', [
    ['Ashland', 'town', 42.3026, -74.3385],
    ['Athens', 'town', 42.2604, -73.8093],
    ['Cairo', 'town', 42.299, -73.9985],
    ['Catskill', 'town', 42.2173, -73.8646],
    ['Coxsackie', 'town', 42.3509, -73.8029],
    ['Durham', 'town', 42.3998, -74.1726],
    ['Greenville', 'town', 42.4153, -74.0221],
    ['Halcott', 'town', 42.2134, -74.4776],
    ['Hunter', 'town', 42.2134, -74.2185],
    ['Jewett', 'town', 42.2698, -74.3021],
    ['Lexington', 'town', 42.2401, -74.3651],
    ['New Baltimore', 'town', 42.4459, -73.7882],
    ['Prattsville', 'town', 42.3176, -74.4343],
    ['Windham', 'town', 42.3073, -74.2521],
    ['Tannersville', 'village', 42.1959, -74.1338],
  ]),
  ...inCounty('Rensselaer', [
    ['Rensselaer', 'city', 42.6426, -73.7429],
    ['Troy', 'city', 42.7284, -73.6918],
    ['Berlin', 'town', 42.6931, -73.3726],
    ['Brunswick', 'town', 42.7498, -73.5883],
    ['East Greenbush', 'town', 42.5909, -73.7018],
    ['Grafton', 'town', 42.7687, -73.4501],
    ['Hoosick', 'town', 42.8623, -73.3287],
    ['Nassau', 'town', 42.5159, -73.6101],
    ['North Greenbush', 'town', 42.6709, -73.6629],
    ['Petersburgh', 'town', 42.7495, -73.3404],
    ['Pittstown', 'town', 42.8648, -73.5204],
    ['Poestenkill', 'town', 42.6904, -73.5646],
    ['Sand Lake', 'town', 42.6376, -73.5415],
    ['Schaghticoke', 'town', 42.9001, -73.5854],
    ['Schodack', 'town', 42.529, -73.682],
    ['Stephentown', 'town', 42.5487, -73.3743],
    ['Castleton-on-Hudson', 'village', 42.5184, -73.7515],
    ['East Nassau', 'village', 42.537, -73.506],
    ['Hoosick Falls', 'village', 42.9012, -73.3515],
    ['Valley Falls', 'village', 42.9006, -73.5618],
  ]),
  ...inCounty('Saratoga', [
    ['Mechanicville', 'city', 42.9029, -73.6873],
    ['Saratoga Springs', 'city', 43.0831, -73.7846],
    ['Ballston', 'town', 42.9546, -73.8769],
    ['Charlton', 'town', 42.9334, -73.9651],
    ['Clifton Park', 'town', 42.8656, -73.771],
    ['Corinth', 'town', 43.2445, -73.8323],
    ['Day', 'town', 43.3137, -74.0198],
    ['Edinburg', 'town', 43.222, -74.1043],
    ['Galway', 'town', 43.0187, -74.0315],
    ['Greenfield', 'town', 43.1284, -73.8471],
    ['Hadley', 'town', 43.3181, -73.8479],
    ['Halfmoon', 'town', 42.8682, -73.7219],
    ['Malta', 'town', 42.9709, -73.7926],
    ['Milton', 'town', 43.034, -73.8526],
    ['Moreau', 'town', 43.2487, -73.6654],
    ['Northumberland', 'town', 43.1615, -73.6304],
    ['Providence', 'town', 43.1063, -74.054],
    ['Saratoga', 'town', 43.0593, -73.6454],
    ['Stillwater', 'town', 42.9384, -73.6532],
    ['Waterford', 'town', 42.7926, -73.6812],
    ['Wilton', 'town', 43.1595, -73.7262],
    ['Ballston Spa', 'village', 43.0009, -73.849],
    ['Round Lake', 'village', 42.9359, -73.794],
    ['Schuylerville', 'village', 43.1001, -73.5818],
    ['South Glens Falls', 'village', 43.2992, -73.6354],
    ['Victory', 'village', 43.089, -73.593],
  ]),
  ...inCounty('Schenectady', [
    ['Schenectady', 'city', 42.8142, -73.9396],
    ['Duanesburg', 'town', 42.762, -74.134],
    ['Glenville', 'town', 42.884, -73.988],
    ['Niskayuna', 'town', 42.804, -73.873],
    ['Princetown', 'town', 42.8107, -74.0729],
    ['Rotterdam', 'town', 42.787, -73.971],
    ['Delanson', 'village', 42.7481, -74.1851],
    ['Scotia', 'village', 42.8265, -73.9643],
  ]),
  ...inCounty('Warren', [
    ['Glens Falls', 'city', 43.3095, -73.644],
    ['Bolton', 'town', 43.5573, -73.6551],
    ['Chester', 'town', 43.6526, -73.8012],
    ['Hague', 'town', 43.7442, -73.499],
    ['Horicon', 'town', 43.7229, -73.6996],
    ['Johnsburg', 'town', 43.6193, -73.961],
    ['Lake George', 'town', 43.4262, -73.7123],
    ['Lake Luzerne', 'town', 43.3131, -73.8343],
    ['Queensbury', 'town', 43.3773, -73.6132],
    ['Stony Creek', 'town', 43.4256, -73.9376],
    ['Thurman', 'town', 43.5275, -73.9789],
    ['Warrensburg', 'town', 43.4968, -73.7762],
  ]),
  ...inCounty('Washington', [
    ['Argyle', 'town', 43.237, -73.4912],
    ['Cambridge', 'town', 43.0281, -73.3812],
    ['Dresden', 'town', 43.6089, -73.4637],
    ['Easton', 'town', 43.0145, -73.5375],
    ['Fort Ann', 'town', 43.414, -73.4879],
    ['Fort Edward', 'town', 43.267, -73.5846],
    ['Granville', 'town', 43.4079, -73.2596],
    ['Greenwich', 'town', 43.0906, -73.4987],
    ['Hampton', 'town', 43.5593, -73.2927],
    ['Hartford', 'town', 43.3634, -73.3937],
    ['Hebron', 'town', 43.2737, -73.3424],
    ['Jackson', 'town', 43.0817, -73.3862],
    ['Kingsbury', 'town', 43.3446, -73.539],
    ['Putnam', 'town', 43.7475, -73.4187],
    ['Salem', 'town', 43.1726, -73.3276],
    ['White Creek', 'town', 42.9873, -73.3048],
    ['Whitehall', 'town', 43.5556, -73.4037],
    ['Hudson Falls', 'village', 43.3006, -73.586],
  ]),
];

/** How a town is stored and shown: 'Troy, NY'. */
export function townLabel(town: Pick<Town, 'name'>): string {
  return `${town.name}, NY`;
}

const earthRadiusMiles = 3958.7613;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance between two points, in statute miles (haversine, mean earth radius). */
export function distanceMiles(from: Coordinates, to: Coordinates): number {
  const halfLat = Math.sin(radians(to.lat - from.lat) / 2);
  const halfLon = Math.sin(radians(to.lon - from.lon) / 2);
  const chord =
    halfLat ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * halfLon ** 2;
  // Rounding can carry the chord of two opposite points just past 1.
  return 2 * earthRadiusMiles * Math.asin(Math.sqrt(Math.min(1, chord)));
}
