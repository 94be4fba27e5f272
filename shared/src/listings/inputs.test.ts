import { describe, expect, it } from 'vitest';
import '../input-messages.ts';
import { createListingInput, listListingsInput, updateListingInput } from './inputs.ts';

const listing = { title: 'Chair', price: '12', location: 'Troy' };

function refusals(input: object): Record<string, string> {
  const result = createListingInput.safeParse({ ...listing, ...input });
  const issues = result.error?.issues ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('a new listing', () => {
  it('needs only a title, a price, and a location', () => {
    expect(createListingInput.parse({ ...listing, sellerId: 'dropped' })).toEqual({
      title: 'Chair',
      description: '',
      price: '12.00',
      category: '',
      condition: 'good',
      location: 'Troy',
      images: [],
      isFeatured: false,
      isFirmPrice: false,
      kind: 'offer',
    });
  });

  it('reports missing fields in the words of the form', () => {
    const nothing = { title: undefined, price: undefined, location: undefined };
    const expected = {
      title: 'Title is required',
      price: 'Price is required',
      location: 'Location is required for local marketplace',
    };
    expect(refusals(nothing)).toEqual(expected);
    expect(refusals({ title: ' \u0007', price: ' ', location: '\n' })).toEqual(expected);
    expect(refusals({ title: 5, price: null, location: null })).toEqual(expected);
  });

  it.each(['abc', -1, '-1', Infinity, '1e400', NaN, [], {}])('refuses the price %j', (price) => {
    expect(refusals({ price })).toEqual({ price: 'Price must be a valid positive number' });
  });

  it.each([
    ['12.345', /^Did you mean \$12,345.00 or \$12.34\?/],
    [12.345, /^Did you mean \$12,345.00 or \$12.34\?/],
    [1234.567, /up to two decimals/],
    [10_000_000, /^The highest price is \$9,999,999.99\.$/],
    ['10000000', /^The highest price is \$9,999,999.99\.$/],
  ])('explains what is wrong with the price %j', (price, message) => {
    expect(refusals({ price })).toEqual({ price: expect.stringMatching(message) });
  });

  it.each([
    ['1.200,50', '1200.50'],
    [12.5, '12.50'],
    [12, '12.00'],
    [0.1, '0.10'],
    ['0', '0.00'],
    ['9999999.99', '9999999.99'],
    [9999999.99, '9999999.99'],
  ])('accepts the price %j', (price, stored) => {
    expect(createListingInput.parse({ ...listing, price }).price).toBe(stored);
  });

  it('refuses unknown categories and conditions, and accepts an empty category', () => {
    expect(refusals({ category: 'boats', condition: 'used' })).toEqual({
      category: expect.stringMatching(/^Category must be one of: electronics, furniture, .*\.$/),
      condition: 'Condition must be one of: new, like-new, good, fair, poor.',
    });
    expect(refusals({ category: '' })).toEqual({});
  });

  it('refuses what cannot be stored', () => {
    const message = "This text has a character we can't store.";
    expect(refusals({ title: 'a\0b', description: '\ud800' })).toEqual({
      title: message,
      description: message,
    });
  });

  it('accepts at most 20,000 characters of description and five images', () => {
    expect(refusals({ description: 'x'.repeat(20_000) })).toEqual({});
    expect(refusals({ description: 'x'.repeat(20_001) })).toHaveProperty('description');
    expect(refusals({ images: Array<string>(6).fill('x') })).toEqual({
      images: 'You can only upload up to 5 images.',
    });
  });

  it('cleans details, and stores null for empty ones', () => {
    const details = { ' Seat\theight ': ' 18 in\n', Wood: 'oak' };
    expect(createListingInput.parse({ ...listing, details }).details).toEqual({
      'Seat height': '18 in',
      Wood: 'oak',
    });
    for (const none of [null, {}]) {
      expect(createListingInput.parse({ ...listing, details: none }).details).toBeNull();
    }
  });

  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`Name ${index}`, 'x']));
  it.each<[object, string | undefined]>([
    [many(20), undefined],
    [many(21), 'A listing can have up to 20 details.'],
    [{ ' ': 'oak' }, 'Each detail needs a name.'],
    [{ Wood: ' ' }, 'Add a value for Wood.'],
    [{ Wood: 'oak', wood: 'pine' }, 'wood is listed twice.'],
    [{ ['n'.repeat(51)]: 'x' }, 'A detail name can have up to 50 characters.'],
    [{ Wood: 'x'.repeat(201) }, 'A detail value can have up to 200 characters.'],
    [{ '\ud800': 'x' }, "This text has a character we can't store."],
    [['oak'], 'Details must be an object.'],
  ])('accepts or refuses the details %j', (details, message) => {
    expect(refusals({ details })).toEqual(message ? { details: message } : {});
  });

  it('names the detail whose value is not text', () => {
    const message = 'A detail value must be text.';
    expect(refusals({ details: { Wood: 5 } })).toEqual({ 'details.Wood': message });
  });

  it('replaces or removes control characters', () => {
    const parsed = createListingInput.parse({
      ...listing,
      title: '  Red\u0007\r\n chair\u202egnp.exe\u001b[31m ',
      description: '\u0008 one\r\ntwo\tthree\u2028four\u202e \n',
    });
    expect(parsed.title).toBe('Red chairgnp.exe [31m');
    expect(parsed.description).toBe('one\ntwo\tthree\nfour');
  });
});

describe('an edit', () => {
  it('keeps omitted fields undefined', () => {
    expect(updateListingInput.parse({ id: 'x', title: 'Chair', price: 5 })).toEqual({
      id: 'x',
      title: 'Chair',
      price: '5.00',
    });
  });
});

describe('a list', () => {
  it('has 24 listings per page by default, and at most 100', () => {
    expect(listListingsInput.parse({}).limit).toBe(24);
    expect(listListingsInput.parse({ limit: '60' }).limit).toBe(60);
    for (const limit of [0, 101, 1.5, 'many', -1]) {
      expect(listListingsInput.safeParse({ limit }).success).toBe(false);
    }
  });

  it('refuses an unknown category', () => {
    expect(listListingsInput.safeParse({ category: 'boats' }).success).toBe(false);
    expect(listListingsInput.safeParse({ category: '' }).success).toBe(true);
  });
});
