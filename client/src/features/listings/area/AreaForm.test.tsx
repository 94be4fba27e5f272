// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type ListingFilters, noFilters } from '@marketplace/shared/listings/filters';
import type { FacetsView } from '@marketplace/shared/listings/views';
import { renderComponent } from '../../../test/render.tsx';
import { AreaForm } from './AreaForm.tsx';

const facets: FacetsView = {
  total: { count: 9, capped: false },
  categories: [],
  conditions: [],
  prices: [],
  locations: [
    { value: 'Troy', count: 3, capped: false },
    { value: 'Cohoes', count: 2, capped: false },
    { value: 'Saratoga Springs', count: 4, capped: false },
  ],
};

function openForm(filters: Partial<ListingFilters> = {}) {
  const onChoose = vi.fn<(change: Partial<ListingFilters>) => void>();
  const onClose = vi.fn<() => void>();
  const { user } = renderComponent(
    <AreaForm filters={{ ...noFilters, ...filters }} {...{ facets, onChoose, onClose }} />,
  );
  const town = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
  return { user, onChoose, onClose, town };
}

const show = () => screen.getByRole('button', { name: /^Show/ });
const none = { location: '', near: '', from: '', to: '' };

test('shows how many listings an area around a town has before it applies', async () => {
  const { user, onChoose, onClose, town } = openForm();
  await user.type(town('Town'), 'troy');
  expect(show().textContent).toBe('Show 5 listings');
  await user.click(screen.getByRole('radio', { name: '50 mi' }));
  expect(show().textContent).toBe('Show 9 listings');
  await user.click(show());
  expect(onChoose.mock.calls).toEqual([[{ ...none, near: 'Troy', within: '50' }]]);
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a route has two ends and a separate choice of distances', async () => {
  const { user, onChoose, town } = openForm({ near: 'Troy', within: '50' });
  await user.click(screen.getByRole('radio', { name: 'On my way' }));
  const miles = within(screen.getByRole('radiogroup', { name: 'Miles' }));
  expect(miles.getByRole<HTMLInputElement>('radio', { name: '5 mi' }).checked).toBe(true);
  expect(miles.queryByRole('radio', { name: '50 mi' })).toBeNull();
  await user.type(town('From'), 'Troy, NY');
  await user.type(town('To'), 'saratoga springs{Enter}');
  const way = { from: 'Troy', to: 'Saratoga Springs', within: '5' };
  expect(onChoose.mock.calls).toEqual([[{ ...none, ...way }]]);
});

test('applies nothing until the town is valid', async () => {
  const { user, onChoose, onClose, town } = openForm();
  await user.click(show());
  expect(screen.getByText('Choose a town in the Capital Region.')).toBeTruthy();
  await user.type(town('Town'), 'Saratoga Sprngs{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Saratoga Springs, NY' }));
  expect(screen.queryByText('Choose a town in the Capital Region.')).toBeNull();
  await user.click(show());
  expect(onChoose.mock.calls).toEqual([[{ ...none, near: 'Saratoga Springs', within: '10' }]]);
});

test('removes the area with "Any distance"', async () => {
  const { user, onChoose } = openForm({ near: 'Troy', within: '10' });
  await user.click(screen.getByRole('button', { name: 'Any distance' }));
  expect(onChoose.mock.calls).toEqual([[{ near: '', from: '', to: '', within: '' }]]);
});
