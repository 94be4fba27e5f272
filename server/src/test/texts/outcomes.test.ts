import { expect, test } from 'vitest';
import { patternOf, readFiles, readProduct } from './sources.ts';

const table = Object.values(
  import.meta.glob<object>('../../../../shared/src/outcomes/*.ts', { eager: true }),
);
const texts = [...new Set(table.flatMap(textsIn))];
/** Titles that other notices use too. */
const common = new Set(['Error', 'Success']);
const specs = [...readFiles(['e2e/*.ts']).values()].join('\n');
const elsewhere = [...readProduct()].filter(([path]) => !path.startsWith('shared/src/outcomes/'));

test.each(texts)('a browser test covers: %s', (text) => {
  const quoted = new RegExp(`["'\`]${patternOf(text, String.raw`[\w. @]+`)}["'\`]`);
  expect(quoted.test(specs)).toBe(true);
});

test.each(texts.filter((text) => !common.has(text)))('only the table contains: %s', (text) => {
  const literal = new RegExp(`["'\`>]\\s*${patternOf(text, '.+')}\\s*["'\`<]`);
  expect(elsewhere.filter(([, source]) => literal.test(source)).map(([path]) => path)).toEqual([]);
});

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return Object.values(part as object).flatMap(textsIn);
}
