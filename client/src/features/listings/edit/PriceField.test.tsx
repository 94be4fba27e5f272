// @vitest-environment happy-dom
import { useForm } from '@mantine/form';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PriceGuideView } from '@marketplace/shared/listings/views';
import { renderComponent } from '../../../test/render.tsx';
import { blank, type ListingValues } from './draft.ts';
import { PriceField } from './PriceField.tsx';

const desk = { title: 'Oak desk', category: 'furniture' } as const;

function Form({ values }: { values: Partial<ListingValues> }) {
  const form = useForm<ListingValues>({ initialValues: blank, validate: () => ({}) });
  return (
    <>
      <input aria-label="Title" {...form.getInputProps('title')} />
      <PriceField form={form} />
      <button onClick={() => form.setValues(values)}>Fill</button>
      <button onClick={() => form.setFieldValue('kind', 'wanted')}>Want</button>
    </>
  );
}

async function fill(values: Partial<ListingValues>, guide: PriceGuideView | null) {
  const { calls, user } = renderComponent(<Form values={values} />, {
    'listings.priceGuide': guide,
  });
  await user.click(screen.getByRole('button', { name: 'Fill' }));
  const asked = () =>
    calls.flatMap(({ path, input }) => (path === 'listings.priceGuide' ? [input] : []));
  return { asked, user };
}

/** Returns what screen readers read with the name of the price. */
const description = () => {
  const ids = screen
    .getByRole('textbox', { name: /Price|Budget/ })
    .getAttribute('aria-describedby');
  return (ids ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join('')
    .trim();
};

test.each([
  ['sold for $80 to $1,250', { low: '79.75', high: '1250.00', sold: true }],
  ['listings ask $80 to $121', { low: '80.00', high: '120.50', sold: false }],
  ['listings ask about $80', { low: '79.60', high: '80.40', sold: false }],
  ['sold for about $1', { low: '0.10', high: '0.40', sold: true }],
])('says that similar %s', async (text, guide) => {
  const { asked } = await fill(desk, { ...guide, count: 14 });
  await waitFor(() => expect(description()).toBe(`Similar ${text}, from 14 listings.`));
  expect(asked()).toEqual([{ ...desk, condition: 'good' }]);
});

test('asks once after typing, and says nothing without an answer', async () => {
  const { asked, user } = await fill({ category: 'furniture' }, null);
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Oak desk');
  await waitFor(() => expect(asked()).toEqual([{ ...desk, condition: 'good' }]));
  expect(description()).toBe('');
});

test('wanted listings and listings without a category get no guide', async () => {
  const guide = { low: '80.00', high: '120.00', count: 14, sold: true };
  const { asked, user } = await fill(desk, guide);
  await waitFor(() => expect(description()).toMatch(/^Similar/));
  await user.click(screen.getByRole('button', { name: 'Want' }));
  expect(description()).toBe('The most you would pay.');
  await user.clear(screen.getByRole('textbox', { name: 'Title' }));
  expect(asked()).toHaveLength(1);
});
