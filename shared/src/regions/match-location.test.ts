import { describe, expect, test } from 'vitest';
import { cpuTime } from '../test/cpu-time.ts';
import { matchLocation, matchTown, regionLabel } from './match-location.ts';
import { counties, hamlets, townLabel, towns } from './towns.ts';
import { filterLocations } from './filter-locations.ts';

function canonical(input: string): string | undefined {
  const match = matchLocation(input);
  return match.ok ? match.canonical : undefined;
}

describe('a town', () => {
  test.each(towns)('$name is recognized in every spelling', (town) => {
    const { name } = town;
    const ways = [
      name,
      name.toLowerCase(),
      name.toUpperCase(),
      `  ${name.replaceAll(' ', '   ')}  `,
      name.replaceAll(' ', ''),
      name.replaceAll('-', ' '),
      `${name}, NY`,
      `${name.toLowerCase()},ny`,
      `${name} NY`,
      `${name}, N.Y.`,
      `${name}, New York`,
      `${name}, New York, USA`,
      `${name} 12180`,
      `${name}, NY 12180-1234`,
      `${name}, ${town.county} County, NY`,
      `Town of ${name}`,
      `12 Main St, ${name}, NY`,
    ];
    const expected = { ok: true, canonical: `${name}, NY`, town, county: town.county };
    for (const way of ways) {
      expect({ way, match: matchLocation(way) }).toEqual({ way, match: expected });
    }
  });

  test('is stored as a value that matches itself', () => {
    for (const town of towns) expect(canonical(townLabel(town))).toBe(townLabel(town));
  });

  test.each(filterLocations)('is recognized for the filter option %s', (name) => {
    expect(canonical(name)).toBe(`${name}, NY`);
  });

  test.each([
    ['Downtown Troy', 'Troy, NY'],
    ['in Troy', 'Troy, NY'],
    ['Troy (Lansingburgh)', 'Troy, NY'],
    ['12 River St, Troy NY', 'Troy, NY'],
    ['12 River St Troy NY 12180', 'Troy, NY'],
    ['Schenectady St, Troy', 'Troy, NY'],
    ['100 Hudson Ave, Albany', 'Albany, NY'],
    ['Delaware Ave Albany', 'Albany, NY'],
    ['South Troy', 'Troy, NY'],
    ['near Saratoga Springs', 'Saratoga Springs, NY'],
    ['near Ballston Spa', 'Ballston Spa, NY'],
    ['near East Greenbush', 'East Greenbush, NY'],
    ['Hudson Falls area', 'Hudson Falls, NY'],
    ['South Glens Falls area', 'South Glens Falls, NY'],
    ['by New Lebanon', 'New Lebanon, NY'],
    ['Brooklyn seller, pick up in Albany', 'Albany, NY'],
  ])('is found within %j', (input, expected) => {
    expect(canonical(input)).toBe(expected);
  });

  test.each([
    ['Saratoga', 'Saratoga, NY'],
    ['Greenport', 'Greenport, NY'],
    ['Greenwich', 'Greenwich, NY'],
    ['Village of Greenwich', 'Greenwich, NY'],
    ['Hoosick', 'Hoosick, NY'],
    ['Half Moon', 'Halfmoon, NY'],
    ['E. Greenbush', 'East Greenbush, NY'],
    ['S. Glens Falls', 'South Glens Falls, NY'],
    ['Ft. Edward', 'Fort Edward, NY'],
    ['Castleton–on–Hudson', 'Castleton-on-Hudson, NY'],
    ['Trôy', 'Troy, NY'],
    ['Albany/Troy', 'Albany, NY'],
  ])('is the one meant by %j', (input, expected) => {
    expect(canonical(input)).toBe(expected);
  });
});

describe('the beginning of a name', () => {
  test.each([
    ['schenect', 'Schenectady, NY'],
    ['clifton', 'Clifton Park, NY'],
    ['Castleton', 'Castleton-on-Hudson, NY'],
    ['Saratog', 'Saratoga, NY'],
    ['Saratoga Spring', 'Saratoga Springs, NY'],
    ['ballst', 'Ballston, NY'],
    ['Ballston Sp', 'Ballston Spa, NY'],
  ])('%j means %s', (input, expected) => {
    expect(canonical(input)).toBe(expected);
  });

  test('that several towns share is stored as their county, or as the region', () => {
    expect(matchLocation('Greenbush')).toEqual({
      ok: true,
      canonical: 'Rensselaer County, NY',
      county: 'Rensselaer',
    });
    expect(matchLocation('Green')).toEqual({ ok: true, canonical: regionLabel });
  });

  test.each(['a', 'ro', 'tr', 'alb', 'nectady', 'park', 'lake', 'falls', 'west', 'fort', 'new'])(
    '%j is too short or too generic',
    (input) => {
      expect(canonical(input)).toBeUndefined();
    },
  );
});

describe('a county', () => {
  test.each(counties)('$name is recognized by its name with "County"', ({ name }) => {
    const expected = { ok: true, canonical: `${name} County, NY`, county: name };
    const ways = [`${name} County`, `${name.toLowerCase()} county`, `${name} County, NY`];
    for (const way of [...ways, `County of ${name}`, `${name} Co.`, `north of ${name} county`]) {
      expect({ way, match: matchLocation(way) }).toEqual({ way, match: expected });
    }
  });

  test.each(['Columbia', 'Greene', 'Warren', 'Washington'] as const)(
    '%s is recognized by its bare name, which no town has',
    (name) => {
      expect(canonical(`${name}, NY`)).toBe(`${name} County, NY`);
    },
  );

  test.each(['Nassau County, NY', 'Orange County', 'New York County', 'Chester, Orange County'])(
    'is refused if it is outside the region: %s',
    (input) => {
      expect(matchLocation(input)).toMatchObject({ ok: false });
    },
  );
});

describe('the region', () => {
  test.each([
    'capital region',
    'Capital Region, NY',
    'Capital District NY',
    'anywhere in the Capital Region',
    'ny',
    'NY',
    'N.Y.',
    'new york',
    'New York State',
    'New York, USA',
    'Upstate NY',
  ])('is meant by %j', (input) => {
    expect(matchLocation(input)).toEqual({ ok: true, canonical: 'Capital Region, NY' });
  });
});

describe('a place elsewhere is refused', () => {
  test.each([
    'Boston',
    'Boston, MA',
    'York',
    'York, PA',
    'Troy, MI',
    'troy mi',
    'Troy Michigan',
    'Troy, MI 48083, USA',
    'Albany, GA',
    'Albany, Georgia, near the mall',
    'Albany, CO',
    'Hudson, OH',
    'Salem, MA',
    'Salem, Mass.',
    'Greene County, PA',
    'New Albany, Indiana',
    'New Albany',
    'Cambridge, UK',
    'Berlin, Germany',
    'Seattle, Washington',
    'Columbia, SC',
    'New York City',
    'New York, NY',
    'NY 10001',
    'Buffalo, NY',
    'Rochester, NY',
    'Port Chester, NY',
    'Queens, NY',
    'Greenwich Village',
    'Albany Ave, Brooklyn, NY',
    'Jackson Heights, NY',
    'any day',
  ])('%j', (input) => {
    expect(matchLocation(input)).toMatchObject({ ok: false });
  });
});

describe('a misspelled town is refused with the town it may mean', () => {
  test.each([
    ['Scenectady', 'Schenectady, NY'],
    ['Skenectady', 'Schenectady, NY'],
    ['Scenectady, NY', 'Schenectady, NY'],
    ['12 Main St, Scenectady NY', 'Schenectady, NY'],
    ['Saratoga Sprngs', 'Saratoga Springs, NY'],
    ['Guilderlnd', 'Guilderland, NY'],
    ['Tory', 'Troy, NY'],
    ['Glen Falls', 'Glens Falls, NY'],
    ['Hudson Fals', 'Hudson Falls, NY'],
    ['sche', 'Schenectady, NY'],
  ])('%j may mean %s', (input, suggestion) => {
    expect(matchLocation(input)).toMatchObject({ ok: false, meant: suggestion });
  });
});

describe('a hamlet', () => {
  test.each(hamlets)('$name is recognized as a part of its town', (hamlet) => {
    const { name, town } = hamlet;
    const ways = [name, name.toLowerCase(), `${name}, NY`, `12 Main St, ${name}, NY`];
    const expected = { ok: true, canonical: `${name}, NY`, town, county: town.county };
    for (const way of [...ways, `${name}, ${town.name}, NY`]) {
      expect({ way, match: matchLocation(way) }).toEqual({ way, match: expected });
    }
  });

  test.each([
    ['near Delmar', 'Delmar, NY'],
    ['slingerl', 'Slingerlands, NY'],
    ['W Sand Lake', 'West Sand Lake, NY'],
    ['Latham area, Albany County', 'Latham, NY'],
    ['Troy (Lansingburgh)', 'Troy, NY'],
    ['Delmar or Troy', 'Troy, NY'],
    ['Delmar, Troy', 'Troy, NY'],
  ])('%j means %s', (input, expected) => {
    expect(canonical(input)).toBe(expected);
  });

  test.each([
    ['Lathem', 'Latham, NY'],
    ['Slingerlnds, NY', 'Slingerlands, NY'],
  ])('is suggested for the misspelling %j: %s', (input, meant) => {
    expect(matchLocation(input)).toMatchObject({ ok: false, meant });
  });

  test('has a unique name', () => {
    const names = [...towns, ...hamlets].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(hamlets.length).toBeGreaterThan(150);
  });
});

describe('a ZIP code', () => {
  test.each([
    ['12110', 'Latham, NY'],
    ['12180', 'Troy, NY'],
    ['12180-1234', 'Troy, NY'],
    ['NY 12866', 'Saratoga Springs, NY'],
    ['New York 12054', 'Delmar, NY'],
    ['Albany County, NY 12203', 'Albany, NY'],
    [', NY 12180,', 'Troy, NY'],
    ['12 Main St, Scenectady NY 12305', 'Schenectady, NY'],
    ['Troy, NY 12110', 'Troy, NY'],
  ])('%j means %s', (input, expected) => {
    expect(canonical(input)).toBe(expected);
  });

  test.each(['12999', '1211', '12110 Main St'])(
    'is refused if it is not in the region: %s',
    (input) => {
      expect(canonical(input)).toBeUndefined();
    },
  );
});

test.each(['Boston', 'Rochester, NY', 'xyz', '', 'Lathem', '99999'])(
  'suggests places instead of a refused one: %j',
  (input) => {
    const match = matchLocation(input);
    const suggestions = match.ok ? [] : match.suggestions;
    expect(suggestions.length).toBeGreaterThan(0);
    for (const place of suggestions) expect(canonical(place)).toBe(place);
  },
);

describe('a location that must be a town', () => {
  test.each(['Troy', '12110', 'near Delmar'])('%j is one', (input) => {
    expect(matchTown(input)).toEqual(matchLocation(input));
  });

  test.each([
    ['Greenbush', ['East Greenbush, NY', 'North Greenbush, NY', 'Rensselaer, NY', 'Troy, NY']],
    ['Saratoga County', ['Mechanicville, NY', 'Saratoga Springs, NY']],
    ['Capital Region', ['Albany, NY', 'Schenectady, NY', 'Troy, NY', 'Saratoga Springs, NY']],
    ['Albny', ['Albany, NY']],
  ])('%j is refused with suggestions', (input, suggestions) => {
    const match = matchTown(input);
    expect(match).toMatchObject({ ok: false });
    expect(match.ok ? [] : match.suggestions).toEqual(expect.arrayContaining(suggestions));
  });
});

describe('odd input', () => {
  test.each(['', '   ', ',', '🙂', "'", '-', '日本', '__proto__', 'constructor'])(
    '%j is refused',
    (input) => {
      expect(canonical(input)).toBeUndefined();
    },
  );

  test('of 5,000 characters is read fast', () => {
    const pieces = ['troy ', 'a', '- ', ' ', '.', 'x.', ',', 'new york ', 'boston ', 'scenecty,'];
    const inputs = pieces.map((piece) => piece.repeat(5000 / piece.length));
    expect(cpuTime(() => inputs.forEach((input) => matchLocation(input)))).toBeLessThan(2_000);
  });
});
