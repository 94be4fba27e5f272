import { storedDetails } from '@marketplace/shared/listings/details';
import { createListingInput } from '@marketplace/shared/listings/inputs';
import type { Detail } from '@marketplace/shared/listings/parse-details';
import { describe, expect, it } from 'vitest';
import type { ListingValues } from './draft.ts';
import { mistakesIn } from './listing-form.ts';

const empty: ListingValues = {
  kind: 'offer',
  title: '',
  description: '',
  price: '',
  category: '',
  condition: 'good',
  location: '',
  isFeatured: false,
  isFirmPrice: false,
  details: [],
};
const whole: ListingValues = { ...empty, title: 'Desk', price: '40', location: 'Troy' };
const outside =
  'Somewhere is currently only available in the Capital Region of NY State. Please enter a location within Albany, Schenectady, Troy, Saratoga, or surrounding areas.';

describe('the dialog for a new listing', () => {
  it('requires a title, a price, and a location', () => {
    expect(mistakesIn(empty, 'dialog', 'Somewhere')).toEqual({
      title: 'Title is required',
      price: 'Price is required',
      location: 'Location is required for local marketplace',
    });
    expect(mistakesIn(whole, 'dialog', 'Somewhere')).toEqual({});
  });

  it.each([
    ['-1', 'Price must be a valid positive number'],
    ['1e3', 'Price must be a valid positive number'],
    ['1.200', 'Did you mean $1,200.00 or $1.20? Write 1200 or 1.20.'],
    ['99999999', 'The highest price is $9,999,999.99.'],
  ])('refuses the price %s: %s', (price, message) => {
    expect(mistakesIn({ ...whole, price }, 'dialog', 'Somewhere')).toEqual({ price: message });
  });

  const long = (length: number) => ' ' + 'a'.repeat(length);
  it.each<Partial<ListingValues>>([
    ...['', ' ', '\u202e', long(140), long(141)].map((title) => ({ title })),
    ...['', '\n', long(20_000), long(20_001)].map((description) => ({ description })),
    ...[
      '',
      ' ',
      '0',
      ' 40.5 ',
      '$40',
      '1,000',
      '1.000',
      '1.2345',
      '40.',
      '-0',
      'x',
      '9'.repeat(41),
    ].map((price) => ({
      price,
    })),
    ...['', '\t', 'Troy', `Troy${' '.repeat(120)}`, long(121)].map((location) => ({ location })),
    ...['', ' Oak ', long(200), long(201)].map((value) => ({
      details: [['Wood', value] satisfies Detail],
    })),
  ])('finds the same mistakes as the input schema of the server in %j', (part) => {
    const values = { ...whole, ...part };
    const details = storedDetails(values.details);
    const { error } = createListingInput.safeParse({ ...values, details });
    const mistakes = error?.issues.map(({ path, message }) => [path[0], message]) ?? [];
    expect(mistakesIn(values, 'dialog', 'Somewhere')).toEqual(Object.fromEntries(mistakes));
  });

  it('names the product when it refuses a place outside the region', () => {
    expect(mistakesIn({ ...whole, location: 'Boston' }, 'dialog', 'Somewhere')).toEqual({
      location: outside,
    });
  });
});

describe('the editor', () => {
  it('requires a title, a description, and a price, but no location', () => {
    expect(Object.keys(mistakesIn(empty, 'editor', 'Somewhere')).toSorted()).toEqual([
      'description',
      'price',
      'title',
    ]);
    const described = { ...whole, description: 'Oak.', location: '' };
    expect(mistakesIn(described, 'editor', 'Somewhere')).toEqual({});
  });

  it('refuses a location outside the region', () => {
    const values = { ...whole, description: 'Oak.', location: 'Troy, MI' };
    expect(mistakesIn(values, 'editor', 'Somewhere')).toEqual({ location: outside });
  });
});
