// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { UnderstoodView } from '@marketplace/shared/listings/views';
import { renderComponent } from '../../../test/render.tsx';
import { FilterBar } from './FilterBar.tsx';
import { type ListingFilters, noFilters, withUnderstood } from './filters.ts';
import type { ChangeFilters } from './use-filters.ts';

function openBar(filters: Partial<ListingFilters> = {}) {
  const onChange = vi.fn<ChangeFilters>();
  const bar = (change: Partial<ListingFilters>, understood?: UnderstoodView) => {
    const given = { ...noFilters, ...change };
    const filters = withUnderstood(given, understood);
    return (
      <FilterBar
        action="/listings"
        facets={undefined}
        {...{ given, understood, filters, onChange }}
      />
    );
  };
  const rendered = renderComponent(bar(filters));
  return {
    ...rendered,
    onChange,
    show: (change: Partial<ListingFilters>, understood?: UnderstoodView) =>
      rendered.rerender(bar(change, understood)),
  };
}

const searchField = () =>
  screen.getByRole<HTMLInputElement>('combobox', { name: 'Search listings' });

/** Types all at once, so that the pause after it cannot be over before the next line. */
const type = (text: string) => fireEvent.change(searchField(), { target: { value: text } });

test('what is typed counts after a pause, as one step of the history', async () => {
  const { onChange, show } = openBar();
  type(' bike');
  expect(onChange).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1));
  expect(onChange.mock.lastCall).toEqual([{ ...noFilters, search: 'bike' }, { replace: false }]);
  show({ search: 'bike' });
  type('bikes');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2));
  expect(onChange.mock.lastCall).toEqual([{ ...noFilters, search: 'bikes' }, { replace: true }]);
});

test('a choice takes along what was typed before it', async () => {
  const { user, onChange } = openBar({ minPrice: '5' });
  await user.type(searchField(), 'lamp');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'furniture');
  expect(onChange.mock.lastCall).toEqual([
    { ...noFilters, minPrice: '5', search: 'lamp', category: 'furniture' },
  ]);
});

test('what is typed keeps a choice that is not rendered yet', async () => {
  const { user, onChange } = openBar();
  window.history.replaceState(null, '', '?sort=price-asc');
  await user.type(searchField(), 'lamp{Enter}');
  window.history.replaceState(null, '', '?');
  expect(onChange.mock.lastCall?.[0]).toEqual({ ...noFilters, search: 'lamp', sort: 'price-asc' });
});

test('Enter searches at once, but not twice', async () => {
  const { onChange, show } = openBar();
  type('sofa');
  fireEvent.submit(searchField().form!);
  expect(onChange).toHaveBeenCalledTimes(1);
  show({ search: 'sofa' });
  fireEvent.submit(searchField().form!);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('the field follows the address, but not while it lags behind what is typed', async () => {
  const { onChange, show } = openBar();
  type('desk');
  fireEvent.submit(searchField().form!);
  type('desk lamp');
  show({ search: 'desk' });
  expect(searchField().value).toBe('desk lamp');
  show({ search: 'chair' });
  expect(searchField().value).toBe('chair');
  expect(onChange).toHaveBeenCalledTimes(1);
});

const understood = {
  search: 'couch',
  filters: { maxPrice: '100.00', location: 'Troy' },
  expansions: [],
  dropped: [],
};
const words = { search: 'couch under $100 in Troy' };
const price = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Highest price' });

test('what was read from a search shows in its fields, and any other choice makes it explicit', async () => {
  const { user, onChange, show } = openBar(words);
  show(words, understood);
  expect(searchField().value).toBe(words.search);
  expect(price().value).toBe('100');
  const location = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Location' });
  expect(location.value).toBe('Troy');
  await user.selectOptions(location, '');
  const explicit = { ...noFilters, search: 'couch', maxPrice: '100' };
  expect(onChange.mock.lastCall).toEqual([explicit]);
  show(explicit, { ...understood, filters: {} });
  expect(searchField().value).toBe('couch');
  expect(price().value).toBe('100');
});

test('a price that is typed wins over the one in words', async () => {
  const { onChange, show } = openBar(words);
  show(words, understood);
  window.history.replaceState(null, '', `?${new URLSearchParams(words)}`);
  fireEvent.change(price(), { target: { value: '' } });
  fireEvent.submit(price().form!);
  window.history.replaceState(null, '', '?');
  expect(onChange.mock.lastCall?.[0]).toEqual({ ...noFilters, search: 'couch', location: 'Troy' });
});

test('words that are typed on are kept when the search before them was understood, and read anew', () => {
  const { onChange, show } = openBar({ ...words, literal: 'true' });
  type(`${words.search} -leather`);
  show(words, understood);
  expect(searchField().value).toBe(`${words.search} -leather`);
  expect(price().value).toBe('100');
  fireEvent.submit(searchField().form!);
  expect(onChange.mock.lastCall?.[0]).toEqual({
    ...noFilters,
    search: `${words.search} -leather`,
  });
});

test('the button of the price says its range', () => {
  const { show } = openBar();
  const button = () => screen.getByRole('button', { name: /^Price/ });
  expect(button().getAttribute('aria-label')).toBe('Price: Any price');
  show({ minPrice: '5', maxPrice: '20' });
  expect(button().getAttribute('aria-label')).toBe('Price: $5–$20');
});
