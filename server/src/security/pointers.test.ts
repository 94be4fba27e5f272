import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/**
 * Returns the quoted paths of this repository in a page: those in a main folder, and root files.
 */
function pathsIn(page: string): string[] {
  const quoted = [...page.matchAll(/`([^`\s]+)`/g)].map(([, text = '']) => text);
  const ours =
    /^(?:(?:attacks|client|db|docs|e2e|faults|scripts|server|shared)\/|\.env\.example$|package)/;
  return [...new Set(quoted.filter((text) => ours.test(text)))];
}

it.each(globSync(['*.md', 'docs/**/*.md'], { cwd: root }))(
  '%s names only files that exist',
  (page) => {
    const missing = pathsIn(readFileSync(join(root, page), 'utf8')).filter(
      (path) => globSync(path, { cwd: root }).length === 0,
    );
    expect(missing).toEqual([]);
  },
);

it('finds the paths in the security page', () => {
  const paths = pathsIn(readFileSync(join(root, 'docs/security.md'), 'utf8'));
  expect(paths.length).toBeGreaterThan(50);
  expect(paths).toContain('server/src/security/limits.test.ts');
});

it('the security page names a test for every threat and every requirement that is met', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const claims = page.slice(page.indexOf('## Threats'));
  const rows = claims.split('\n').filter((line) => /^\| (?!Threat |Requirement |-)/.test(line));
  expect(rows.length).toBeGreaterThan(60);
  const test = /`(?:attacks\/|faults\b|server\/src\/fuzz\/|[^`]*\.(?:test|spec|contract)\.)[^`]*`/;
  expect(rows.filter((row) => !test.test(row))).toEqual([]);
});
