import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let checkout: string;

/** Creates a checkout without packages to download, so that the tests can run npm itself. */
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'marketplace-bootstrap-'));
  for (const script of ['bootstrap.mjs', 'chromium.mjs']) {
    cpSync(join(import.meta.dirname, script), join(checkout, 'scripts', script));
  }
  const build = "fs.mkdirSync('dist', { recursive: true }); fs.appendFileSync('dist/builds', 'x')";
  const client = { name: 'client', version: '1.0.0', scripts: { build: `node -e "${build}"` } };
  const top = { name: 'checkout', version: '1.0.0', workspaces: ['client'] };
  mkdirSync(join(checkout, 'client/src'), { recursive: true });
  writeFileSync(join(checkout, 'client/src/main.ts'), 'first');
  writeFileSync(join(checkout, 'client/package.json'), JSON.stringify(client));
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(top));
  const packages = {
    '': top,
    client: { version: '1.0.0' },
    'node_modules/client': { resolved: 'client', link: true },
  };
  const lock = { name: 'checkout', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
});

afterEach(() => {
  rmSync(checkout, { recursive: true, force: true });
});

async function bootstrap(...flags: string[]): Promise<string> {
  const script = join(checkout, 'scripts/bootstrap.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...flags]);
  return stdout;
}

const installs = (output: string) => output.split('Installing packages').length - 1;
const builds = () => readFileSync(join(checkout, 'client/dist/builds'), 'utf8').length;

test('installs the packages of a fresh checkout once', async () => {
  expect(installs(await bootstrap())).toBe(1);
  expect(existsSync(join(checkout, 'node_modules/client/package.json'))).toBe(true);
  expect(await bootstrap()).toBe('');
});

test('installs again after a change of the lockfile, but not if only its time is newer', async () => {
  await bootstrap();
  const lockfile = join(checkout, 'package-lock.json');
  const later = new Date(Date.now() + 60_000);
  utimesSync(lockfile, later, later);
  expect(await bootstrap()).toBe('');

  writeFileSync(lockfile, `${readFileSync(lockfile, 'utf8')}\n`);
  utimesSync(lockfile, later, later);
  expect(installs(await bootstrap())).toBe(1);
});

test('adds the tools to the installed packages only with --tools', async () => {
  const tool = join(checkout, 'node_modules/tool/package.json');
  const top = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8'));
  top.devDependencies = { tool: 'file:tool' };
  lock.packages[''].devDependencies = top.devDependencies;
  lock.packages['tool'] = { version: '1.0.0', dev: true };
  lock.packages['node_modules/tool'] = { resolved: 'tool', link: true };
  mkdirSync(join(checkout, 'tool'));
  writeFileSync(join(checkout, 'tool/package.json'), '{ "name": "tool", "version": "1.0.0" }');
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(top));
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
  const locked = readFileSync(join(checkout, 'package-lock.json'), 'utf8');

  await bootstrap();
  expect(existsSync(tool)).toBe(false);
  const mark = join(checkout, 'node_modules/.cache/of-a-running-server');
  writeFileSync(mark, '');
  expect(await bootstrap('--tools')).toContain('Installing the tools');
  expect([existsSync(tool), existsSync(mark)]).toEqual([true, true]);
  expect(await bootstrap('--tools')).toBe('');
  expect(readFileSync(join(checkout, 'package-lock.json'), 'utf8')).toBe(locked);

  // The tools stay when the packages change.
  const later = new Date(Date.now() + 60_000);
  writeFileSync(join(checkout, 'package-lock.json'), `${locked}\n`);
  utimesSync(join(checkout, 'package-lock.json'), later, later);
  expect(installs(await bootstrap())).toBe(1);
  expect(existsSync(tool)).toBe(true);
});

test(
  'builds the client when it is missing, when a source changes and when a source is deleted',
  { timeout: 60_000 },
  async () => {
    await bootstrap('--client');
    await bootstrap('--client');
    expect(builds()).toBe(1);

    writeFileSync(join(checkout, 'client/src/main.ts'), 'second');
    await bootstrap('--client');
    expect(builds()).toBe(2);

    writeFileSync(join(checkout, 'client/src/other.ts'), '');
    await bootstrap('--client');
    rmSync(join(checkout, 'client/src/other.ts'));
    await bootstrap('--client');
    expect(builds()).toBe(4);

    rmSync(join(checkout, 'client/dist'), { recursive: true });
    await bootstrap('--client');
    expect(builds()).toBe(1);
  },
);

test('does the work once when two run at the same time', async () => {
  const outputs = await Promise.all([bootstrap('--client'), bootstrap('--client')]);
  expect(installs(outputs.join())).toBe(1);
  expect(builds()).toBe(1);
});

test('fails with advice when the build fails, and builds again the next time', async () => {
  const file = join(checkout, 'client/package.json');
  const working = readFileSync(file, 'utf8');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(working), scripts: { build: 'exit 3' } }));
  await expect(bootstrap('--client')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run failed'),
  });
  writeFileSync(file, working);
  await bootstrap('--client');
  expect(builds()).toBe(1);
});

test('does not search for a browser while the remembered one exists', async () => {
  await bootstrap();
  const memory = join(checkout, 'node_modules/.cache/marketplace/chromium-path');
  writeFileSync(memory, process.execPath);
  expect(await bootstrap('--browser')).toBe('');
});
