import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Files, importsOf } from './structure.ts';
import { root, run } from './run.ts';

/** How many imports a test may be away from a changed file. Everything imports everything at ten. */
const maxDistance = 2;
/** About as many test files as run in a minute. */
const mostTests = 40;

/**
 * Returns the tests in the same folders, and those that import a changed file within two steps, or
 * within fewer if that would be too many.
 */
export function testsFor(changed: readonly string[], modules: Files): string[] {
  const importers = Map.groupBy(importsOf(modules), ({ to }) => to);
  const folders = new Set(changed.map((path) => dirname(path)));
  const reached = new Set(changed);
  const tests = [...modules.keys()].filter((path) => /\.test\.tsx?$/.test(path));
  const findNear = () => tests.filter((path) => reached.has(path) || folders.has(dirname(path)));
  let near = findNear();
  let edge = [...changed];
  for (let distance = 0; distance < maxDistance; distance++) {
    edge = edge.flatMap((path) => importers.get(path) ?? []).map(({ from }) => from);
    for (const path of edge) reached.add(path);
    const found = findNear();
    if (found.length > mostTests) break;
    near = found;
  }
  return near;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/**
 * `npm run test:changed`: checks the types, and runs the tests near the files that differ from
 * `main` or another commit (`npm run test:changed -- HEAD~3`), including uncommitted changes.
 */
async function main(): Promise<void> {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', process.argv[2] ?? 'main');
  const others = git('ls-files', '--others', '--exclude-standard');
  const changed = [...git('diff', '--name-only', base), ...others];
  const code = [...git('ls-files'), ...others].filter(
    (path) => /\.tsx?$/.test(path) && existsSync(join(root, path)),
  );
  const modules = new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const tests = testsFor(changed, modules);
  const browserTests = changed.filter((path) => modules.has(path) && path.endsWith('.spec.ts'));
  const counts = `${tests.length} tests, ${browserTests.length} specs`;
  console.log(`${changed.length} changed files, ${counts}`);
  const commands = [
    ['tsc', '--project', 'tsconfig.json'],
    ...(tests.length > 0 ? [['vitest', 'run', '--config', 'vitest.workspace.ts', ...tests]] : []),
    ...(browserTests.length > 0 ? [['playwright', 'test', ...browserTests]] : []),
  ];
  for (const command of commands) {
    const { code } = await run(command, { keep: false });
    if (code !== 0) process.exitCode = 1;
  }
}

if (import.meta.main) await main();
