import { describe, expect, it } from 'vitest';
import { type ListingValues, mistakesIn } from './listing-form.ts';

const empty: ListingValues = {
  title: '',
  description: '',
  price: '',
  category: '',
  condition: 'good',
  location: '',
  isFeatured: false,
};
const whole: ListingValues = { ...empty, title: 'Desk', price: '40', location: 'Troy' };
const outside =
  'Somewhere is currently only available in the Capital Region of NY State. Please enter a location within Albany, Schenectady, Troy, Saratoga, or surrounding areas.';

describe('the dialog for a new listing', () => {
  it('asks for title, price and location', () => {
    expect(mistakesIn(empty, 'dialog', 'Somewhere')).toEqual({
      title: 'Title is required',
      price: 'Price is required',
      location: 'Location is required for local marketplace',
    });
    expect(mistakesIn(whole, 'dialog', 'Somewhere')).toEqual({});
  });

  it.each(['-1', '1e3', '12.345', '99999999'])('refuses the price %s', (price) => {
    expect(mistakesIn({ ...whole, price }, 'dialog', 'Somewhere')).toEqual({
      price: 'Price must be a valid positive number',
    });
  });

  it('refuses a place outside the region with the name of the product', () => {
    expect(mistakesIn({ ...whole, location: 'Boston' }, 'dialog', 'Somewhere')).toEqual({
      location: outside,
    });
  });
});

describe('the editor', () => {
  it('asks for title, description and price, and takes no location', () => {
    expect(Object.keys(mistakesIn(empty, 'editor', 'Somewhere')).toSorted()).toEqual([
      'description',
      'price',
      'title',
    ]);
    const described = { ...whole, description: 'Oak.', location: '' };
    expect(mistakesIn(described, 'editor', 'Somewhere')).toEqual({});
  });

  it('refuses a location that lies elsewhere', () => {
    const values = { ...whole, description: 'Oak.', location: 'Troy, MI' };
    expect(mistakesIn(values, 'editor', 'Somewhere')).toEqual({ location: outside });
  });
});
