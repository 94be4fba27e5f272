import { expect, test } from 'vitest';
import { isOfferable, quickAmounts } from './OfferDialog.tsx';

const labels = (asking: string) => quickAmounts(asking).map(({ label }) => label);

test('quick amounts are round, distinct and above zero', () => {
  expect(labels('45.00')).toEqual(['Asking · $45', '−10% · $41', '−20% · $36']);
  expect(labels('420.00')).toEqual(['Asking · $420', '−10% · $380', '−20% · $335']);
  expect(labels('1250.00')).toEqual(['Asking · $1,250', '−10% · $1,130', '−20% · $1,000']);
  expect(labels('6250.00')).toEqual(['Asking · $6,250', '−10% · $5,650', '−20% · $5,000']);
  expect(labels('1.00')).toEqual(['Asking · $1', '−20% · $0.75']);
  expect(labels('0.00')).toEqual([]);
});

test('an offer must be a price above zero', () => {
  const typed = ['45', '45.5', '1.200,50', '1.200', '0', '0.00', '', 'ten', '1e3'];
  expect(typed.map(isOfferable)).toEqual([
    ...[true, true, true, false, false, false, false, false, false],
  ]);
});
