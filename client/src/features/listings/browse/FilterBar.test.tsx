// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  type ListingFilters,
  noFilters,
  withUnderstood,
} from '@marketplace/shared/listings/filters';
import type { UnderstoodView } from '@marketplace/shared/listings/views';
import { renderComponent } from '../../../test/render.tsx';
import { FilterBar } from './FilterBar.tsx';
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

/** Types all text at once, so that the typing pause cannot end before the next line runs. */
const type = (text: string) => fireEvent.change(searchField(), { target: { value: text } });

test('applies typed text after a pause, with one history entry for all pauses', async () => {
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

test('applies a choice together with the text typed before it', async () => {
  const { user, onChange } = openBar({ minPrice: '5' });
  await user.type(searchField(), 'lamp');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'furniture');
  expect(onChange.mock.lastCall).toEqual([
    { ...noFilters, minPrice: '5', search: 'lamp', category: 'furniture' },
  ]);
});

test('typing does not undo a choice that is not rendered yet', async () => {
  const { user, onChange } = openBar();
  window.history.replaceState(null, '', '?sort=price-asc');
  await user.type(searchField(), 'lamp{Enter}');
  window.history.replaceState(null, '', '?');
  expect(onChange.mock.lastCall?.[0]).toEqual({ ...noFilters, search: 'lamp', sort: 'price-asc' });
});

test('Enter searches at once, but not twice for the same text', async () => {
  const { onChange, show } = openBar();
  type('sofa');
  fireEvent.submit(searchField().form!);
  expect(onChange).toHaveBeenCalledTimes(1);
  show({ search: 'sofa' });
  fireEvent.submit(searchField().form!);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('the field follows the address, unless the address lags behind the typed text', async () => {
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

test('shows filters understood from a search in their fields until a choice makes them explicit', async () => {
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

test('a typed price wins over a price in the search text', async () => {
  const { onChange, show } = openBar(words);
  show(words, understood);
  window.history.replaceState(null, '', `?${new URLSearchParams(words)}`);
  fireEvent.change(price(), { target: { value: '' } });
  fireEvent.submit(price().form!);
  window.history.replaceState(null, '', '?');
  expect(onChange.mock.lastCall?.[0]).toEqual({ ...noFilters, search: 'couch', location: 'Troy' });
});

test('keeps words typed before the earlier search was understood, and has the new search read again', () => {
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

test('the price button names its range', () => {
  const { show } = openBar();
  const button = () => screen.getByRole('button', { name: /^Price/ });
  expect(button().getAttribute('aria-label')).toBe('Price: Any price');
  show({ minPrice: '5', maxPrice: '20' });
  expect(button().getAttribute('aria-label')).toBe('Price: $5–$20');
});
