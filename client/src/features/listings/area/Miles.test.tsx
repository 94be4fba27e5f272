// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../test/render.tsx';
import { Miles, NearContext } from './Miles.tsx';
import { milesBetween } from './miles-between.ts';

test('shows the distance from the place that the list measures from', async () => {
  renderComponent(
    <NearContext value="Troy">
      <Miles location="Saratoga Springs, NY" />
    </NearContext>,
  );
  expect((await screen.findByText('25 mi')).getAttribute('aria-hidden')).toBe('true');
  expect(screen.getByText('about 25 mi from Troy')).toBeTruthy();
});

test('shows no distance within the same town', async () => {
  renderComponent(
    <NearContext value="Troy">
      <Miles location="Troy, NY" />
      <Miles location="Cohoes, NY" />
    </NearContext>,
  );
  await screen.findByText('3 mi');
  expect(screen.queryByText('0')).toBeNull();
});

test('shows no distance without a place to measure from', () => {
  renderComponent(<Miles location="Troy, NY" />);
  expect(screen.queryByText(/mi/)).toBeNull();
});

test.each([
  ['Troy', 'Troy, NY', 0],
  ['Troy', 'Albany County, NY', 0],
  ['Capital Region, NY', 'Troy, NY', 0],
  ['Troy, NY', 'Cohoes, NY', 3],
])('measures from %s to %s: %d miles', (from, to, miles) => {
  expect(milesBetween(from, to)).toBe(miles);
});
