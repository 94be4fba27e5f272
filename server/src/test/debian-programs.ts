import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const servers = {
  S3: {
    programs: ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'],
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  },
  Redis: { programs: ['redis-server'], packages: ['redis-server'] },
  nginx: { programs: ['nginx'], packages: ['nginx'] },
  HAProxy: { programs: ['haproxy'], packages: ['haproxy'] },
};

export type ServerName = keyof typeof servers;

/**
 * Installs missing servers if this process is root on Debian or a relative (about 270 MB, ten
 * seconds). Elsewhere, their tests report that they did not run. Called once before all tests,
 * because two installations at once disturb each other.
 */
export async function installTestServers(): Promise<void> {
  const missing = [];
  for (const server of Object.values(servers)) {
    if (!(await allFound(server.programs))) missing.push(...server.packages);
  }
  if (missing.length === 0 || process.getuid?.() !== 0 || !(await allFound(['apt-get']))) return;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } };
  const install = ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
  const allowServices = await forbidServices();
  try {
    await run('apt-get', ['update'], options);
    await run('apt-get', [...install, ...missing], { ...options, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    console.warn(`Installing ${missing.join(' ')} failed: ${String(error).slice(0, 300)}`);
  } finally {
    await allowServices();
  }
}

/** The global setup of tests that need only these servers. */
export { installTestServers as setup };

/**
 * Prevents packages from starting their services, such as nginx on port 80, until the returned
 * function is called. Leaves an existing policy unchanged.
 */
async function forbidServices(): Promise<() => Promise<void>> {
  const policy = '/usr/sbin/policy-rc.d';
  try {
    await writeFile(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755, flag: 'wx' });
  } catch {
    return async () => undefined;
  }
  return () => rm(policy);
}

/**
 * Returns null if the server can be started, else one line that says why its tests do not run. If
 * the variable CI is set, throws instead, because everything must run there.
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
  const folders = searchPath().split(delimiter);
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

/** Returns PATH with the folders of system programs, where Debian has nginx and haproxy. */
export function searchPath(): string {
  return [process.env.PATH ?? '', '/usr/sbin', '/sbin'].join(delimiter);
}
