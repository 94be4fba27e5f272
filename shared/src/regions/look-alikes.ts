/** Words that tell a place of the region from its namesakes elsewhere; all as `placeWords` gives. */

const stateCodes =
  'al ak az ar ca co ct de dc fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj ' +
  'nm nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy pr';

const stateNames =
  'alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,district of columbia,' +
  'florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,louisiana,maine,maryland,' +
  'massachusetts,mass,michigan,minnesota,mississippi,missouri,montana,nebraska,nevada,' +
  'new hampshire,new jersey,new mexico,north carolina,north dakota,ohio,oklahoma,oregon,' +
  'pennsylvania,rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,' +
  'west virginia,washington state,wisconsin,wyoming,puerto rico';

// Only countries and provinces with a namesake of one of the region's towns; Scotland has none
// that matters and would close 'New Scotland'.
const countryNames =
  'australia,bahamas,british columbia,canada,egypt,england,germany,great britain,greece,holland,ireland,' +
  'israel,jamaica,netherlands,new brunswick,new zealand,nova scotia,on,ontario,quebec,' +
  'south africa,the netherlands,uk,united kingdom,wales';

/** States other than New York and countries, in words joined by one space. */
export const otherStates: ReadonlySet<string> = new Set([
  ...stateCodes.split(' '),
  ...stateNames.split(','),
  ...countryNames.split(','),
]);

/**
 * Places outside the region that hold or nearly spell one of its names and that no rule below
 * tells apart, most of them in New York State.
 */
export const elsewhere: readonly string[] = [
  'boston',
  'queens',
  'kings',
  'greenwich village',
  'hudson yards',
  'hudson square',
  'north hudson',
  'east hampton',
  'south hampton',
  'west hampton',
  'east chester',
  'west chester',
  'north salem',
  'south salem',
];

/** Words that before a town's name make another place of it: New Hartford, Port Chester. */
export const otherPlaceBefore: ReadonlySet<string> = new Set([
  'new',
  'port',
  'fort',
  'mount',
  'mt',
  'saint',
  'san',
  'santa',
]);

/** Words that after a town's name make a street, another place or the county of it. */
export const otherPlaceAfter: ReadonlySet<string> = new Set(
  (
    'street st avenue ave av road rd drive dr lane ln boulevard blvd court ct way turnpike tpke ' +
    'highway hwy parkway pkwy terrace place pl circle route heights hills valley bay bays beach ' +
    'river county co'
  ).split(' '),
);
