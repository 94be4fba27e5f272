// Makes a checkout runnable: installs packages, with the tools for tests and checks (--tools),
// builds the client (--client) and finds a browser (--browser), each only if missing or out of
// date. It is plain JavaScript, because it runs on Node 20 and before any package is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium, rememberedChromium } from './chromium.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const installed = join(root, 'node_modules/.package-lock.json');
const lockfile = join(root, 'package-lock.json');
const cache = join(root, 'node_modules/.cache/marketplace');
const installedHash = join(cache, 'package-lock-hash');
/** Exists while the dev dependencies, the tools for tests and checks, are not installed. */
const withoutTools = join(cache, 'without-tools');
const builtHash = join(cache, 'client-hash');
const linkedNode = join(root, 'node_modules/.bin/node');
const nodePackage = `node-${process.platform}-${process.arch}`;
const packagedNode = join(root, 'node_modules', nodePackage, 'bin/node');

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const modified = (path) => statSync(path).mtimeMs;

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.map((name) => join(root, name)).filter(existsSync)) {
    const isFolder = statSync(path).isDirectory();
    for (const name of isFolder ? readdirSync(path, { recursive: true }).sort() : ['']) {
      const file = join(path, name);
      hash.update(`${file.slice(root.length)}\0`);
      if (statSync(file).isFile()) hash.update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function remember(path, text) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(path, text);
}

/** Runs npm, if possible the one that runs this script. Throws with `advice` when it fails. */
function npm(args, { env = {}, advice }) {
  const path = process.env.npm_execpath ?? '';
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [command, ...first] = path.endsWith('npm-cli.js') ? [node, path] : ['npm'];
  const { status, error } = spawnSync(command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const reason = error ? `: ${error.message}` : '';
  if (status !== 0) throw new Error(`npm ${args[0]} failed${reason}. ${advice}`);
}

const lacksPackages = () =>
  !existsSync(installed) ||
  (modified(installed) < modified(lockfile) &&
    read(installedHash) !== hashOf(['package-lock.json']));

const wantsTools = process.argv.includes('--tools');
const lacksTools = () => wantsTools && existsSync(withoutTools);

/** Leaves out the tools on `npm start`, until a command installs them for the first time. */
function installPackages() {
  console.log('Installing packages; about half a minute ...');
  const omitsTools = !wantsTools && (!existsSync(installed) || existsSync(withoutTools));
  install(['ci', omitsTools ? '--omit=dev' : '--include=dev']);
  remember(installedHash, hashOf(['package-lock.json']));
  if (omitsTools) remember(withoutTools, '');
}

/** Adds the tools and changes nothing else, because the marketplace may be running. */
function installTools() {
  console.log('Installing the tools of tests and checks ...');
  install(['install', '--include=dev', '--no-save']);
  rmSync(withoutTools);
}

function install(command) {
  const flags = ['--include=optional', '--prefer-offline', '--no-fund', '--no-audit'];
  const advice =
    'Its message is above; the installation needs the network and a writable checkout.';
  npm([...command, ...flags, '--loglevel=error'], { advice });
  linkNode();
}

/**
 * Puts the Node from the packages first on the path of npm's scripts, if it runs with this C
 * library. npm 10 deletes that link with the package for another processor.
 */
function linkNode() {
  const runs = spawnSync(packagedNode, ['--version']).status === 0;
  if (!runs) rmSync(linkedNode, { force: true });
  else if (!existsSync(linkedNode)) symlinkSync(join('..', nodePackage, 'bin/node'), linkedNode);
}

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return !existsSync(linkedNode) && (major < 22 || (major === 22 && minor < 18));
}

function refuseOldNode() {
  throw new Error(
    `This needs Node 22.18 or later; here runs ${process.versions.node}, and no Node 24 came with ` +
      `the packages (none for ${process.platform}-${process.arch}, or optional ones were left out). ` +
      'Install Node 24 and start again.',
  );
}

const ofClient = ['src', 'public', 'index.html', 'build.ts', 'vite.config.ts', 'package.json'];
const clientSources = () =>
  hashOf([...ofClient.map((name) => `client/${name}`), 'shared/src', 'package-lock.json']);

const lacksClient = () =>
  !existsSync(join(root, 'client/dist')) || read(builtHash) !== clientSources();

function buildClient() {
  console.log('Building the client ...');
  const sources = clientSources();
  rmSync(builtHash, { force: true });
  const flags = ['--workspace', 'client', '--loglevel=error'];
  const advice = 'What the build said is above.';
  npm(['run', 'build', ...flags], { env: { NODE_ENV: 'production' }, advice });
  remember(builtHash, sources);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns true if a killed bootstrap left the lock. A process id may be in use again. */
function isStale(lock) {
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age > 15 * 60_000 || (age > 1_000 && !isAlive(Number(read(lock))));
}

/** Runs `work` while no other bootstrap of this checkout runs. */
async function withLock(work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `marketplace-bootstrap-${process.getuid?.()}-${name}.lock`);
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(lock)) rmSync(lock, { force: true });
    if (waited === 10) console.log(`Waiting for process ${read(lock)}, which does the same ...`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

const steps = [
  [lacksPackages, installPackages],
  [lacksTools, installTools],
  [() => existsSync(packagedNode) && !existsSync(linkedNode), linkNode],
  [isNodeTooOld, refuseOldNode],
];
if (process.argv.includes('--client')) steps.push([lacksClient, buildClient]);
if (process.argv.includes('--browser')) {
  steps.push([() => !rememberedChromium(root), () => ensureChromium(root)]);
}

try {
  if (steps.some(([isDue]) => isDue())) {
    await withLock(async () => {
      for (const [isDue, run] of steps) if (isDue()) await run();
    });
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
