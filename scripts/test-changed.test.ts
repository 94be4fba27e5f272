import { expect, it } from 'vitest';
import { testsFor } from './test-changed.ts';

const from = (path: string) => `import { x } from '${path}';\n`;

it('finds the tests next to a change and those up to two imports away', () => {
  const modules = new Map([
    ['shared/src/money.ts', ''],
    ['shared/src/money.test.ts', from('./money.ts')],
    ['shared/src/ids.test.ts', ''],
    ['server/src/features/deals/offers.ts', from('@marketplace/shared/money')],
    ['server/src/features/deals/offers.test.ts', from('./offers.ts')],
    ['server/src/features/deals/deals.router.ts', from('./offers.ts')],
    ['server/src/router.test.ts', from('./features/deals/deals.router.ts')],
  ]);
  expect(testsFor(['shared/src/money.ts'], modules)).toEqual([
    'shared/src/money.test.ts',
    'shared/src/ids.test.ts',
    'server/src/features/deals/offers.test.ts',
  ]);
  expect(testsFor(['README.md'], modules)).toEqual([]);
});

it('keeps to nearer tests if a change reaches too many', () => {
  const near = Array.from({ length: 5 }, (_, n) => [`db/src/near-${n}.test.ts`, ''] as const);
  const far = Array.from(
    { length: 50 },
    (_, n) => [`server/src/far-${n}.test.ts`, from('@marketplace/db/database')] as const,
  );
  const modules = new Map([['db/src/database.ts', ''], ...near, ...far]);
  expect(testsFor(['db/src/database.ts'], modules)).toEqual(near.map(([path]) => path));
});
