import { expect, it } from 'vitest';
import { measure } from './structure.ts';

const countsOf = (sources: Record<string, string>, pages: Record<string, string> = {}) => {
  const figures = measure({
    sources: new Map(Object.entries(sources)),
    modules: new Map(Object.entries(sources)),
    pages: new Map(Object.entries(pages)),
    paths: new Set(['docs/realtime.md', ...Object.keys(pages)]),
  });
  return Object.fromEntries(Object.entries(figures).map(([name, { count }]) => [name, count]));
};

const from = (path: string) => `import { x } from '${path}';\n`;

it('counts files, lines and crowded folders', () => {
  const sources = Array.from({ length: 26 }, (_, i) => [`client/src/ui/${i}.ts`, '\n\n']);
  expect(countsOf(Object.fromEntries(sources))).toMatchObject({
    'source files': 26,
    'source lines': 52,
    'folders over 25 sources': 1,
  });
});

it('finds imports against the layers, including lazy ones', () => {
  expect(
    countsOf({
      'client/src/features/map/MapPage.tsx': from('../../app/App.tsx') + from('../../ui/Link.tsx'),
      'client/src/ui/Link.tsx': from('../api/trpc.ts'),
      'client/src/app/routes.tsx': `const page = () => import('../features/map/MapPage.tsx');\n`,
      'server/src/platform/shedding.ts': `const x = import('../features/map/map.ts');\n`,
      'server/src/features/map/map.ts': from('../../platform/pool.ts'),
    }),
  ).toMatchObject({ 'imports against the layers': 3 });
});

it('finds import cycles, and not what leads into one or out of one', () => {
  expect(
    countsOf({
      'db/src/main.ts': from('./a.ts'),
      'db/src/a.ts': from('./b.ts'),
      'db/src/b.ts': `import type { X } from './c.ts';\n`,
      'db/src/c.ts': from('./a.ts') + from('./leaf.ts'),
      'db/src/leaf.ts': '',
      'db/src/itself.ts': from('./itself.ts'),
    }),
  ).toMatchObject({ 'files in import cycles': 4 });
});

it('finds features that import each other', () => {
  expect(
    countsOf({
      'server/src/features/admin/a.ts': from('../moderation/m.ts') + from('./b.ts'),
      'server/src/features/moderation/m.ts': from('../admin/b.ts') + from('../../app.ts'),
      'server/src/app.ts': from('./features/moderation/m.ts'),
    }),
  ).toMatchObject({ 'mutual feature pairs': 1 });
});

it('finds pointers to documents that do not exist, and retired words', () => {
  expect(
    countsOf({
      'shared/src/a.ts':
        '// Once (specification section 3), twice (decisions: Gone).\n// See docs/gone.md.\n',
      'shared/src/b.ts': '// The reason is in docs/realtime.md.\nconst parts = gather();\n',
    }),
  ).toMatchObject({ 'pointers that lead nowhere': 3, 'retired words': 1 });
});

it('finds links in pages to files and headings that do not exist', () => {
  const good =
    '[a](docs/adr/0001.md) [b](docs/adr/0001.md#whats-new-in-it) [c](#here) [d](https://x.example/y)';
  const bad = '[e](docs/gone.md) ![f](gone.webp) [g](docs/adr/0001.md#gone) [h](#gone)';
  expect(
    countsOf(
      {},
      {
        'README.md': `## Here\n${good}\n${bad}\n`,
        'docs/adr/0001.md': "# What's new in it\n[up](../../README.md#here)\n",
      },
    ),
  ).toMatchObject({ 'pointers that lead nowhere': 4 });
});
