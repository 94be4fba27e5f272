import type { CaseRow } from './types.fixtures.ts';

/**
 * Units, fractions, dimensions and numbers in all their spellings, next to others with the same
 * digits.
 */
export const unitRows: CaseRow[] = [
  [
    '2x4 lumber, 8 ft',
    ["8' 2x4", '8 foot lumber', '8ft lumber', '2 x 4 lumber', '2×4', '8 feet 2x4'],
    ['4x2', '18 ft', '8 lb', '8 inch'],
  ],
  ['Steel tubing 4x2', ['4x2', '4 x 2 tubing', '4×2 tubing'], ['2x4', '2 x 4']],
  [
    'Roof ladder, 18 ft',
    ['18 foot ladder', "18' ladder", '18ft ladder'],
    ['8 ft', "8'", '18 lb', '18 inch'],
  ],
  ['Bowling ball, 8 lb', ['8 pound bowling ball', '8lbs', '8 lbs ball', '8 lb'], ['8 ft', '18 lb']],
  ['Turkey fryer, 18 lbs', ['18 lb', '18 pound fryer', '18lb'], ['8 lb', '18 ft', '18 inch']],
  ['Chef knife 8 inch', ['8" knife', '8in chef knife', '8 inches', '8-inch knife'], ['8 ft', "8'"]],
  ['Window fan 18"', ['18 inch', '18in fan', '18-inch fan'], ['18 ft', '18 lb', '8 inch']],
  ['32" TV, Bravia', ['32 inch tv', '32in tv', '32-inch tv', '32 inches bravia'], ['32 oz', '23"']],
  ['Display stand 23 inch', ['23" stand', '23in stand', '23"'], ['32"', '32 inch']],
  ['Steel growler 32 oz', ['32 ounce growler', '32oz', '32 ounces'], ['32 inch', '32"']],
  [
    'Hiking shoes 9½',
    ['9.5 hiking shoes', '9 1/2 hiking shoes', 'hiking shoes 9-1/2'],
    ['hiking shoes 9', 'hiking shoes 10.5'],
  ],
  ['Hiking shoes 10½', ['hiking shoes 10.5', '10 1/2 hiking shoes'], ['hiking shoes 9.5']],
  [
    'Hiking shoes 9 wide',
    ['hiking shoes 9', '9 hiking shoes'],
    ['9.5 hiking shoes', 'hiking shoes 10.5'],
  ],
  ['Camp jug, 5 gal', ['5 gallon jug', '5 gallons', '5gal jug'], ['5 qt', '5 quart']],
  ['Enamel stock pot 5 qt', ['5 quart pot', '5qt', '5 quarts', '5 qt'], ['5 gallon', '5gal']],
  ['1/4 inch ratchet', ['1/4" ratchet', '¼ inch ratchet', '1/4in ratchet'], ['1/2 inch', '½"']],
  ['1/2 inch breaker bar', ['½ inch breaker bar', '1/2" bar', '1/2in bar'], ['1/4 inch', '¼"']],
  [
    'Birch plywood 3/4 in. 4x8',
    ['¾ plywood', '3/4" plywood', '4 x 8 plywood', '4×8 birch', '3/4 inch'],
    ['3/4 ton'],
  ],
  ['Chain hoist, 3/4 ton', ['¾ ton hoist', '3/4 ton', '¾ ton'], ['3/4 inch', '¾"']],
  ['Backup drive 2TB', ['2 tb', '2tb drive', '2-tb drive'], ['2 gb', '2gb']],
  ['Camera chip 2 GB', ['2gb', '2 gb chip', '2-gb chip'], ['2 tb', '2tb']],
  ['Stage lamp 1500W', ['1500 watt lamp', '1500 w', '1500 watts', '1,500 watt'], ['150 watt']],
  ['Shop bulb 150 watt', ['150w bulb', '150 w', '150-watt bulb', '150 watts'], ['1500 watt']],
  ['Persian kilim 9x12', ['9 x 12 kilim', "9' x 12' kilim", '9×12 kilim'], ['9x10', '9 x 10']],
  ['Turkish kilim 9x10', ['9 x 10 kilim', '9×10', '9x10'], ['9x12', '9 x 12']],
  ['Braided line 300 yds', ['300 yard line', '300 yd', '300yds'], ['30 yards']],
  ['Packing tape 30 yd', ['30 yards', '30yd tape', '30 yard tape'], ['300 yard', '300 yd']],
  [
    'Venice puzzle, 1,000 pieces',
    ['1000 piece puzzle', '1,000 piece', '1000 pieces'],
    ['100 piece'],
  ],
  ['Dinosaur puzzle 100 piece', ['100 pieces', '100-piece puzzle'], ['1000 piece', '1,000 pieces']],
  ['Reptile tank 10 gallon', ['10 gal tank', '10gal', '10-gallon tank'], ['100 gallon']],
  ['Rain barrel 100 gal', ['100 gallon barrel', '100gal', '100-gallon'], ['10 gallon', '10 gal']],
  ['Beach umbrella 180 cm', ['180cm umbrella', '180 cm', '180-cm umbrella'], ['180 mm', '18 cm']],
  ['Ceramic pot 18 cm', ['18cm pot', '18 cm', '18-cm pot'], ['180 cm', '180cm']],
  ['Heavy chain 180 mm', ['180mm chain', '180 mm'], ['180 cm']],
];
