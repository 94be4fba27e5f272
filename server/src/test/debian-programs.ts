import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The servers that tests start, and the Debian packages they come in. */
const servers = {
  S3: {
    programs: ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'],
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  },
  Redis: { programs: ['redis-server'], packages: ['redis-server'] },
};

export type ServerName = keyof typeof servers;

/**
 * Installs the servers that are missing where this process is root on Debian or a relative (some
 * 270 MB, ten seconds); elsewhere their tests say that they did not run. Called once before all
 * tests, as two installations at once get in each other's way.
 */
export async function installTestServers(): Promise<void> {
  const missing = [];
  for (const server of Object.values(servers)) {
    if (!(await allFound(server.programs))) missing.push(...server.packages);
  }
  if (missing.length === 0 || process.getuid?.() !== 0 || !(await allFound(['apt-get']))) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  try {
    await run('apt-get', ['update'], options);
    await run('apt-get', [...install, ...missing], { ...options, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    console.warn(`Installing ${missing.join(' ')} failed: ${String(error).slice(0, 300)}`);
  }
}

/**
 * Null where the server can be started; else why its tests do not run, as one line. Where the
 * variable CI is set that is an error instead: there everything has to run.
 */
export async function whyUnavailable(name: ServerName): Promise<string | null> {
  const { programs, packages } = servers[name];
  if (await allFound(programs)) return null;
  const line = `The ${name} tests did not run: they need the Debian packages ${packages.join(' ')}.`;
  if (process.env.CI) throw new Error(line);
  console.warn(line);
  return line;
}

async function allFound(programs: string[]): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = await Promise.all(
    programs.map((program) =>
      Promise.any(folders.map((folder) => access(join(folder, program), constants.X_OK))).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}
